import type { DomainIn } from '../domains/domain-row.schema.ts';
import { decideOnFinalize } from '../lifecycle/issuance-transition.ts';
import type { FinalizeObservation } from '../lifecycle/observation.ts';
import type { Order } from './acme/acme-answer.schema.ts';
import { type AcmeOperation, isProblem, malformedAnswer } from './acme/acme-problem.ts';
import type { AcmeResult } from './acme/acme-result.ts';
import { caObstacle, spentOrder } from './ca-obstacle.ts';
import { caStep } from './ca-step.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import { derOfPem } from './pem.ts';

/**
 * Hands the CSR in. A repeat hands in the same one; a CA that has it already refuses with `orderNotReady`, and the order
 * itself then tells how far it is: never a second certificate.
 */
export function finalizeOrder(ca: CertificateAuthority) {
  return caStep<'finalizing', FinalizeObservation>(ca, {
    name: 'finalize-order',
    phase: 'finalizing',
    ask: async (domain) => ({ answer: await finalized(ca, domain) }),
    decide: decideOnFinalize,
  });
}

async function finalized(ca: CertificateAuthority, { issuance }: DomainIn<'finalizing'>): Promise<FinalizeObservation> {
  const result = await ca.finalize(issuance.finalizeUrl, derOfPem(issuance.csr));
  const isRepeat = result.kind === 'problem' && isProblem(result.problem, 'orderNotReady');
  return isRepeat ? orderSeen('getOrder', await ca.getOrder(issuance.orderUrl)) : orderSeen('finalize', result);
}

function orderSeen(operation: AcmeOperation, result: AcmeResult<Order>): FinalizeObservation {
  if (result.kind === 'problem') return caObstacle(operation, result.problem);
  const { value: order, retryAfterSeconds } = result;
  switch (order.status) {
    case 'processing':
    case 'valid':
      return {
        kind: 'order-finalized',
        ...(order.certificate !== undefined && { certificateUrl: order.certificate }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      };
    case 'pending':
    case 'ready':
      return caObstacle(operation, malformedAnswer(`The order is still ${order.status} after it was finalized.`));
    case 'invalid':
      return spentOrder(order);
  }
}
