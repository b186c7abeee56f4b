import { decideOnOrderStatus } from '../../lifecycle/issuance-transition.ts';
import type { OrderStatusObservation } from '../../lifecycle/observation.ts';
import type { OrderedIssuance } from '../../model/domains/issuance.schema.ts';
import { orderObstacle, spentOrder } from './ca-obstacle.ts';
import { caStep } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/** Looks whether the CA has validated the hostname. */
export function pollOrder(ca: CertificateAuthority) {
  return caStep<'validating', OrderStatusObservation>(ca, {
    name: 'poll-order',
    phase: 'validating',
    ask: async ({ issuance }) => ({ answer: await orderStatus(ca, issuance) }),
    decide: decideOnOrderStatus,
  });
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
    case 'invalid': {
      const authorization = await ca.getAuthorization(issuance.authorizationUrl);
      return spentOrder(order, authorization.kind === 'ok' ? authorization.value : undefined);
    }
  }
}
