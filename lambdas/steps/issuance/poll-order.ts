import type { CertificateAuthority } from '../../acme/certificate-authority.ts';
import type { OrderStatusObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnOrderStatus } from '../../lifecycle/issuance-transition.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { OrderedIssuance } from '../../model/domains/issuance.schema.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { orderObstacle, spentOrder } from './ca-obstacle.ts';
import { type CaStepPorts, caStep, isEarly } from './ca-step.ts';
import type { KnownCa } from './certificate-authorities.ts';
import { type AnnouncingPorts, announceToServer, type DownloadPorts, issuedCountedAgain } from './download-certificate.ts';
import { finalizedInPassing } from './finalize-order.ts';

/** Looks whether the CA has validated the hostname. An order that is ready is finalized by the same step. */
export function pollOrder(ports: DownloadPorts & CaStepPorts, announcing: AnnouncingPorts) {
  return caStep<'validating', OrderStatusObservation>(ports, {
    name: 'poll-order',
    phase: 'validating',
    ask: (domain, now, known) => polled({ ...ports, ...known }, domain, now),
    readAgain: (domain, heard) => issuedCountedAgain(ports, domain, heard),
    decide: decideOnOrderStatus,
    announce: (domain, now) => announceToServer(domain, announcing, now),
  });
}

type Polled = { answer: OrderStatusObservation; alongside?: Write[] };

/** Killed after it was finalized, the repeat sees an order that is. */
async function polled(
  ports: DownloadPorts & KnownCa & { clock: Clock },
  domain: DomainIn<'validating'>,
  now: Date,
): Promise<Polled> {
  const answer = await orderStatus(ports.ca, domain.issuance);
  if (answer.kind !== 'order-ready' || !isEarly(now, ports.clock())) return { answer };
  return (await finalizedInPassing(ports, domain)) ?? { answer };
}

async function orderStatus(ca: CertificateAuthority, issuance: OrderedIssuance): Promise<OrderStatusObservation> {
  const read = await ca.getOrder(issuance.orderUrl);
  if (read.kind === 'problem') return orderObstacle('getOrder', read.problem, ca);
  const { value: order, retryAfterSeconds } = read;
  switch (order.status) {
    case 'pending':
      return { kind: 'order-pending', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    case 'ready':
      return { kind: 'order-ready' };
    case 'processing':
    case 'valid':
      return { kind: 'order-finalized', ...(order.certificate !== undefined && { certificateUrl: order.certificate }) };
    case 'invalid':
      return spentOrder(order, issuance.authorizationUrl, ca);
  }
}
