import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { Order } from '../../acme/answer.schema.ts';
import type { AcmeResult } from '../../acme/answer.ts';
import { type AcmeProblem, isProblem, isResourceMissing, malformedAnswer } from '../../acme/problem.ts';
import type { KnownCa } from '../../ca-limits/certificate-authorities.ts';
import type { FinalizeObservation, OrderFinalized } from '../../lifecycle/issuance-observation.ts';
import { decideOnOrderStatus } from '../../lifecycle/issuance-transition.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { OrderedIssuance } from '../../model/domains/issuance.schema.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { type CaStepPorts, caStep } from './ca-step.ts';
import { derOfPem } from './certificate-facts.ts';
import { classifyCaProblem, classifyOrderProblem, invalidOrderObstacle } from './classify-ca-problem.ts';
import {
  type AnnouncingPorts,
  announceToServer,
  type DownloadPorts,
  fetchCertificate,
  recountIssued,
} from './download-certificate.ts';

/**
 * Sends the CSR. A repeat sends the same one; a CA that already has it refuses with `orderNotReady`, and the order's state then
 * decides: never a second certificate. A CA that does not find the order may have finalized it on another replica: then, too,
 * only the order's state counts.
 */
export function finalizeOrder(ports: DownloadPorts & CaStepPorts, announcing: AnnouncingPorts) {
  return caStep<'finalizing', FinalizeObservation>(ports, {
    name: 'finalize-order',
    phase: 'finalizing',
    ask: async (domain, _now, known) => fetchIfReady(ports, known, domain, await finalizeAtCa(known.ca, domain.issuance)),
    readAgain: (domain, heard) => recountIssued(ports, domain, heard),
    decide: decideOnOrderStatus,
    announce: (domain, now) => announceToServer(domain, announcing, now),
  });
}

type Finalized = { answer: FinalizeObservation; alongside?: Write[] };

/** For a step that has just seen a ready order. Undefined: the CA refused, and the finalizing step will get the reason. */
export async function tryFinalize(
  ports: DownloadPorts,
  known: KnownCa,
  domain: DomainIn<'validating'>,
): Promise<Finalized | undefined> {
  const told = await known.ca.finalize(domain.issuance.finalizeUrl, derOfPem(domain.issuance.csr));
  const answer = told.kind === 'ok' ? await orderSeen(known.ca, domain.issuance, told) : undefined;
  return answer?.kind === 'order-finalized' ? fetchIfReady(ports, known, domain, answer) : undefined;
}

/**
 * If the answer contains the certificate's URL, it is downloaded at once, which saves a step. If that fails, the next step meets
 * the problem, because the order is finalized anyway. After a kill, the repeat reads the order.
 */
async function fetchIfReady(
  ports: DownloadPorts,
  known: KnownCa,
  domain: DomainIn<'validating' | 'finalizing'>,
  answer: FinalizeObservation,
): Promise<Finalized> {
  if (answer.kind !== 'order-finalized' || answer.certificateUrl === undefined) return { answer };
  const fetched = await fetchCertificate(ports, known, domain, answer.certificateUrl);
  return 'problem' in fetched ? { answer } : fetched;
}

type OrderRead = Extract<AcmeResult<Order>, { kind: 'ok' }>;

async function finalizeAtCa(ca: CertificateAuthority, issuance: OrderedIssuance): Promise<FinalizeObservation> {
  const told = await ca.finalize(issuance.finalizeUrl, derOfPem(issuance.csr));
  if (told.kind === 'ok') return orderSeen(ca, issuance, told);
  if (!mayBeFinalized(told.problem)) return classifyCaProblem('finalize', told.problem);
  const read = await ca.getOrder(issuance.orderUrl);
  return read.kind === 'ok' ? orderSeen(ca, issuance, read, told.problem) : classifyOrderProblem('getOrder', read.problem, ca);
}

function mayBeFinalized(problem: AcmeProblem): boolean {
  return isProblem(problem, 'orderNotReady') || isResourceMissing('finalize', problem);
}

async function orderSeen(
  ca: CertificateAuthority,
  { authorizationUrl }: OrderedIssuance,
  read: OrderRead,
  refusal?: AcmeProblem,
): Promise<FinalizeObservation> {
  const { value: order } = read;
  switch (order.status) {
    case 'processing':
    case 'valid':
      return toFinalized(read);
    case 'pending':
    case 'ready':
      return classifyCaProblem(
        'finalize',
        refusal ?? malformedAnswer(`The order is still ${order.status} after it was finalized.`),
      );
    case 'invalid':
      return invalidOrderObstacle(order, authorizationUrl, ca);
  }
}

export function toFinalized({ value: { certificate }, retryAfterSeconds }: OrderRead): OrderFinalized {
  return {
    kind: 'order-finalized',
    ...(certificate !== undefined && { certificateUrl: certificate }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
