import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { Order } from '../../acme/answer.schema.ts';
import type { AcmeResult } from '../../acme/answer.ts';
import { type AcmeProblem, isAboutNothing, isProblem, malformedAnswer } from '../../acme/problem.ts';
import type { KnownCa } from '../../ca-limits/certificate-authorities.ts';
import type { DownloadedCertificate, FinalizeObservation, OrderStatusObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnFinalize, decideOnOrderStatus } from '../../lifecycle/issuance-transition.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { OrderedIssuance } from '../../model/domains/issuance.schema.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { type AnswerChallengePorts, withdrawAfterOrder } from './answer-challenge.ts';
import { caObstacle, orderObstacle, spentOrder } from './ca-obstacle.ts';
import { type CaStepPorts, caStep, isEarly } from './ca-step.ts';
import { derOfPem } from './certificate-facts.ts';
import {
  type AnnouncingPorts,
  announceToServer,
  type DownloadPorts,
  fetchCertificate,
  issuedCountedAgain,
} from './download-certificate.ts';

/**
 * Sends the CSR. A repeat sends the same one; a CA that has it already refuses with `orderNotReady`, and the order then tells its
 * state: never a second certificate. A CA that does not find the order may have finalized it on another replica: then, too, only
 * the order counts.
 */
export function finalizeOrder(ports: DownloadPorts & CaStepPorts, announcing: AnnouncingPorts) {
  return caStep<'finalizing', FinalizeObservation>(ports, {
    name: 'finalize-order',
    phase: 'finalizing',
    ask: (domain, _now, known) => finalizedAndFetched(ports, known, domain),
    readAgain: (domain, heard) => issuedCountedAgain(ports, domain, heard),
    decide: decideOnFinalize,
    announce: (domain, now) => announceToServer(domain, announcing, now),
  });
}

type Finalized = { answer: FinalizeObservation; alongside?: Write[] };

/**
 * If the answer has the certificate's URL, it is downloaded at once, which saves a step. If that fails, the next step meets the
 * problem: the order is finalized in any case. Killed in between, the repeat reads the order.
 */
async function finalizedAndFetched(ports: DownloadPorts, known: KnownCa, domain: DomainIn<'finalizing'>): Promise<Finalized> {
  const answer = await finalizeAtCa(known.ca, domain.issuance);
  return answer.kind === 'order-finalized' ? fetchedIfReady(ports, known, domain, answer) : { answer };
}

type OrderFinalized = Extract<FinalizeObservation, { kind: 'order-finalized' }>;
type InPassing = { answer: OrderFinalized | DownloadedCertificate; alongside?: Write[] };

/** For a step that has just seen the order ready. Undefined: the CA refused, and the step that finalizes will get the reason. */
async function finalizedInPassing(
  ports: DownloadPorts,
  known: KnownCa,
  domain: DomainIn<'validating'>,
): Promise<InPassing | undefined> {
  const told = await known.ca.finalize(domain.issuance.finalizeUrl, derOfPem(domain.issuance.csr));
  const answer = told.kind === 'ok' ? await orderSeen(known.ca, domain.issuance, told) : undefined;
  return answer?.kind === 'order-finalized' ? fetchedIfReady(ports, known, domain, answer) : undefined;
}

async function fetchedIfReady(
  ports: DownloadPorts,
  known: KnownCa,
  domain: DomainIn<'validating' | 'finalizing'>,
  answer: OrderFinalized,
): Promise<InPassing> {
  if (answer.certificateUrl === undefined) return { answer };
  const fetched = await fetchCertificate(ports, known, domain, answer.certificateUrl);
  return 'problem' in fetched ? { answer } : fetched;
}

type OrderRead = Extract<AcmeResult<Order>, { kind: 'ok' }>;

async function finalizeAtCa(ca: CertificateAuthority, issuance: OrderedIssuance): Promise<FinalizeObservation> {
  const told = await ca.finalize(issuance.finalizeUrl, derOfPem(issuance.csr));
  if (told.kind === 'ok') return orderSeen(ca, issuance, told);
  if (!mayBeFinalized(told.problem)) return caObstacle('finalize', told.problem);
  const read = await ca.getOrder(issuance.orderUrl);
  return read.kind === 'ok' ? orderSeen(ca, issuance, read, told.problem) : orderObstacle('getOrder', read.problem, ca);
}

function mayBeFinalized(problem: AcmeProblem): boolean {
  return isProblem(problem, 'orderNotReady') || isAboutNothing('finalize', problem);
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
      return caObstacle('finalize', refusal ?? malformedAnswer(`The order is still ${order.status} after it was finalized.`));
    case 'invalid':
      return spentOrder(order, authorizationUrl, ca);
  }
}

function toFinalized({ value: { certificate }, retryAfterSeconds }: OrderRead): OrderFinalized {
  return {
    kind: 'order-finalized',
    ...(certificate !== undefined && { certificateUrl: certificate }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Checks whether the CA has validated the hostname. A ready order is finalized by the same step. */
export function pollOrder(ports: DownloadPorts & CaStepPorts, announcing: AnnouncingPorts & AnswerChallengePorts) {
  return caStep<'validating', OrderStatusObservation>(ports, {
    name: 'poll-order',
    phase: 'validating',
    ask: (domain, now, known) => pollAtCa(ports, known, domain, now),
    readAgain: (domain, heard) => issuedCountedAgain(ports, domain, heard),
    decide: decideOnOrderStatus,
    async announce(domain, now) {
      await announceToServer(domain, announcing, now);
      await withdrawAfterOrder(domain, announcing, now);
    },
  });
}

type Polled = { answer: OrderStatusObservation; alongside?: Write[] };

/** Killed after it was finalized, the repeat sees an order that is. */
async function pollAtCa(
  ports: DownloadPorts & { clock: Clock },
  known: KnownCa,
  domain: DomainIn<'validating'>,
  now: Date,
): Promise<Polled> {
  const answer = await orderStatus(known.ca, domain.issuance);
  if (answer.kind !== 'order-ready' || !isEarly(now, ports.clock())) return { answer };
  return (await finalizedInPassing(ports, known, domain)) ?? { answer };
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
      return toFinalized(read);
    case 'invalid':
      return spentOrder(order, issuance.authorizationUrl, ca);
  }
}
