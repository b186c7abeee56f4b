import { decideOnOrder } from '../../lifecycle/issuance-transition.ts';
import type { OrderObservation } from '../../lifecycle/observation.ts';
import type { Made } from './acme/acme.gateway.ts';
import type { Order } from './acme/acme-answer.schema.ts';
import { malformedAnswer } from './acme/acme-problem.ts';
import type { AcmeResult } from './acme/acme-result.ts';
import { caObstacle } from './ca-obstacle.ts';
import { caStep, isWindowOver } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/** Asks for one certificate. Killed before its write, it leaves one order behind that nobody finishes, and asks again. */
export function createOrder(ca: CertificateAuthority) {
  return caStep<'ordering', OrderObservation>(ca, {
    name: 'create-order',
    phase: 'ordering',
    ask: async (domain, now) => ({
      answer: isWindowOver(domain.issuance, now) ? { kind: 'window-over' } : ordered(await ca.newOrder(domain.url)),
    }),
    decide: decideOnOrder,
  });
}

function ordered(result: AcmeResult<Made<Order>>): OrderObservation {
  if (result.kind === 'problem') return caObstacle('newOrder', result.problem);
  const { url: orderUrl, resource } = result.value;
  const [authorizationUrl] = resource.authorizations;
  if (authorizationUrl === undefined) return caObstacle('newOrder', malformedAnswer('The order has no authorization.'));
  return { kind: 'order-created', orderUrl, finalizeUrl: resource.finalize, authorizationUrl };
}
