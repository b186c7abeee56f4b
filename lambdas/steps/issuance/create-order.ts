import { decideOnOrder } from '../../lifecycle/issuance-transition.ts';
import type { OrderObservation } from '../../lifecycle/observation.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { Made } from './acme/acme.gateway.ts';
import type { Order } from './acme/acme-answer.schema.ts';
import { malformedAnswer, refusesReplacement } from './acme/acme-problem.ts';
import type { AcmeResult } from './acme/acme-result.ts';
import { caObstacle } from './ca-obstacle.ts';
import { caStep, isWindowOver } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/** Asks for one certificate. Killed before its write, it leaves one order behind that nobody finishes, and asks again. */
export function createOrder(ca: CertificateAuthority, caName: string) {
  return caStep<'ordering', OrderObservation>(ca, {
    name: 'create-order',
    phase: 'ordering',
    ask: async (domain, now) => ({
      answer: isWindowOver(domain.issuance, now) ? { kind: 'window-over' } : ordered(await orderFor(domain, ca, caName)),
    }),
    decide: decideOnOrder,
  });
}

/** A CA that cannot take it as the replacement of the present certificate may take it as a new one: that it is replaced matters more. */
async function orderFor(
  { url, certificate }: Domain,
  ca: CertificateAuthority,
  caName: string,
): Promise<AcmeResult<Made<Order>>> {
  const replaces = certificate?.ca === caName ? certificate.ariId : undefined;
  const first = await ca.newOrder(url, replaces);
  const isRefused = replaces !== undefined && first.kind === 'problem' && refusesReplacement(first.problem);
  return isRefused ? ca.newOrder(url) : first;
}

function ordered(result: AcmeResult<Made<Order>>): OrderObservation {
  if (result.kind === 'problem') return caObstacle('newOrder', result.problem);
  const { url: orderUrl, resource } = result.value;
  const [authorizationUrl] = resource.authorizations;
  if (authorizationUrl === undefined) return caObstacle('newOrder', malformedAnswer('The order has no authorization.'));
  return { kind: 'order-created', orderUrl, finalizeUrl: resource.finalize, authorizationUrl };
}
