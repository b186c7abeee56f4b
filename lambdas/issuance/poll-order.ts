import type { DomainIn } from '../domains/domain-row.schema.ts';
import { decideOnOrderStatus } from '../lifecycle/issuance-transition.ts';
import type { OrderStatusObservation } from '../lifecycle/observation.ts';
import { caObstacle, spentOrder } from './ca-obstacle.ts';
import { caStep } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/** Looks whether the CA has validated the hostname. */
export function pollOrder(ca: CertificateAuthority) {
  return caStep<'validating', OrderStatusObservation>(ca, {
    name: 'poll-order',
    phase: 'validating',
    ask: async (domain) => ({ answer: await orderStatus(ca, domain) }),
    decide: decideOnOrderStatus,
  });
}

async function orderStatus(ca: CertificateAuthority, { issuance }: DomainIn<'validating'>): Promise<OrderStatusObservation> {
  const read = await ca.getOrder(issuance.orderUrl);
  if (read.kind === 'problem') return caObstacle('getOrder', read.problem);
  const { value: order, retryAfterSeconds } = read;
  switch (order.status) {
    case 'pending':
      return { kind: 'order-pending', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    case 'ready':
      return { kind: 'order-ready' };
    case 'processing':
    case 'valid':
      return { kind: 'order-finalized', ...(order.certificate !== undefined && { certificateUrl: order.certificate }) };
    case 'invalid': {
      const authorization = await ca.getAuthorization(issuance.authorizationUrl);
      return spentOrder(order, authorization.kind === 'ok' ? authorization.value : undefined);
    }
  }
}
