import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { KnownCa } from '../../ca-limits/certificate-authorities.ts';
import type { OrderStatusObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnOrderStatus } from '../../lifecycle/issuance-transition.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { OrderedIssuance } from '../../model/domains/issuance.schema.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { type AnswerChallengePorts, withdrawAfterOrder } from './answer-challenge.ts';
import { type CaStepPorts, caStep, isEarly } from './ca-step.ts';
import { classifyOrderProblem, invalidOrderObstacle } from './classify-ca-problem.ts';
import { type AnnouncingPorts, announceToServer, type DownloadPorts, recountIssued } from './download-certificate.ts';
import { toFinalized, tryFinalize } from './finalize-order.ts';

/** Checks if the CA has validated the hostname. The same step finalizes a ready order. */
export function pollOrder(ports: DownloadPorts & CaStepPorts, announcing: AnnouncingPorts & AnswerChallengePorts) {
  return caStep<'validating', OrderStatusObservation>(ports, {
    name: 'poll-order',
    phase: 'validating',
    ask: (domain, now, known) => pollAtCa(ports, known, domain, now),
    readAgain: (domain, heard) => recountIssued(ports, domain, heard),
    decide: decideOnOrderStatus,
    async announce(domain, now) {
      await announceToServer(domain, announcing, now);
      await withdrawAfterOrder(domain, announcing, now);
    },
  });
}

type Polled = { answer: OrderStatusObservation; alongside?: Write[] };

/** After a kill behind finalizing, the repeat sees a finalized order. */
async function pollAtCa(
  ports: DownloadPorts & CaStepPorts,
  known: KnownCa,
  domain: DomainIn<'validating'>,
  now: Date,
): Promise<Polled> {
  const answer = await orderStatus(known.ca, domain.issuance);
  if (answer.kind !== 'order-ready' || !isEarly(now, ports.clock())) return { answer };
  return (await tryFinalize(ports, known, domain)) ?? { answer };
}

async function orderStatus(ca: CertificateAuthority, issuance: OrderedIssuance): Promise<OrderStatusObservation> {
  const read = await ca.getOrder(issuance.orderUrl);
  if (read.kind === 'problem') return classifyOrderProblem('getOrder', read.problem, ca);
  const { value: order, retryAfterSeconds } = read;
  switch (order.status) {
    case 'pending':
      return { kind: 'order-pending', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    case 'ready':
      return { kind: 'order-ready' };
    case 'processing':
    case 'valid':
      return toFinalized(read);
    case 'invalid':
      return invalidOrderObstacle(order, issuance.authorizationUrl, ca);
  }
}
