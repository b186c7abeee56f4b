import type { Created } from '../../acme/acme.gateway.ts';
import type { Order } from '../../acme/answer.schema.ts';
import type { AcmeResult } from '../../acme/answer.ts';
import { malformedAnswer, refusesReplacement } from '../../acme/problem.ts';
import type { CertificateAuthorities, KnownCa } from '../../ca-limits/certificate-authorities.ts';
import { isSlotValid, type Slots } from '../../ca-limits/offer-slot.ts';
import type {
  CaChoiceResult,
  FallbackFull,
  OrderObservation,
  SlotRefused,
  SlotRequired,
} from '../../lifecycle/issuance-observation.ts';
import { decideOnOrder } from '../../lifecycle/issuance-transition.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import { type AnswerChallengePorts, answerAtCa } from './answer-challenge.ts';
import { type CaStepPorts, caStep, isEarly, isWindowOver } from './ca-step.ts';
import { needsNoSlot, replacedAriId } from './certificate-facts.ts';
import { classifyCaProblem } from './classify-ca-problem.ts';

interface OrderingPorts extends AnswerChallengePorts, Pick<CaStepPorts, 'clock'> {
  cas: Pick<CertificateAuthorities, 'jitterSeconds'> & { inOrder: readonly [KnownCa, ...KnownCa[]] };
  /** At the CA of this name. */
  slotsOf: (caName: string) => Pick<Slots, 'exemptsReplacements' | 'offerAnother'>;
}
export type CreateOrderPorts = OrderingPorts & CaStepPorts;

/** Requests that wait for a fallback are spread over as long as they have waited: each failed try costs a check. */
const MIN_SPREAD_SECONDS = 60;
const MAX_SPREAD_SECONDS = 600;

/**
 * Places an order, and tells the CA at once that the challenge is ready. Killed before its write, it leaves an abandoned order
 * and places another.
 */
export function createOrder(ports: CreateOrderPorts) {
  return caStep<'ordering', OrderObservation>(ports, {
    name: 'create-order',
    phase: 'ordering',
    ask: async (domain, now, known) => ({ answer: await orderedAndAnswered(ports, known, domain, now) }),
    readAgain: async (domain, { answer }, now) => ({ answer: await offerAgain(ports, domain, answer, now) }),
    decide: decideOnOrder,
  });
}

type Answer = OrderObservation | CaChoiceResult;
type Asked = KnownCa & { wasHalted: boolean };

/**
 * If answering the challenge fails, the next step meets the problem, because the order exists anyway. Thrown, a lost race or a
 * throttled write would repeat this step, which would place another order.
 */
async function orderedAndAnswered(ports: OrderingPorts, known: Asked, domain: DomainIn<'ordering'>, now: Date): Promise<Answer> {
  if (isWindowOver(domain.issuance, now)) return { kind: 'window-over' };
  const withoutSlot = hasSlot(ports, known, domain, now) ? undefined : await slotFor(ports, domain, known.name, now);
  if (withoutSlot) return withoutSlot;
  const made = await placeOrder(domain, known);
  if (made.kind !== 'order-created' || made.challengeAnswered || !isEarly(now, ports.clock())) return made;
  const told = await answerAtCa(ports, known.ca, domain, made.authorizationUrl, now).catch(() => undefined);
  return told?.kind === 'challenge-answered' ? { ...made, challengeAnswered: true } : made;
}

/** Taken by the preparation, or by an earlier turn of this step. */
function hasSlot({ cas, slotsOf }: OrderingPorts, { name, wasHalted }: Asked, domain: DomainIn<'ordering'>, now: Date): boolean {
  const { slotCa = cas.inOrder[0].name } = domain.issuance;
  return needsNoSlot(domain, slotsOf(name), name) || (slotCa === name && isSlotValid(domain, wasHalted, now));
}

/**
 * After a wait at another CA, or longer than a slot is valid, a new slot is needed: otherwise all waiting requests would order at
 * once.
 */
async function slotFor(
  { slotsOf, cas }: OrderingPorts,
  domain: DomainIn<'ordering'>,
  ca: string,
  now: Date,
): Promise<SlotRequired | SlotRefused | FallbackFull> {
  const slot = await slotsOf(ca).offerAnother(domain, now);
  if (slot) return { kind: 'slot-first', ca, slot };
  return ca === cas.inOrder[0].name ? { kind: 'slot-refused' } : fallbackFull(cas, ca, domain, now);
}

/** After a lost race: asks for a slot again if one was offered, because the winner may have taken it. */
async function offerAgain(ports: OrderingPorts, domain: DomainIn<'ordering'>, answer: Answer, now: Date): Promise<Answer> {
  return answer.kind === 'slot-first' ? slotFor(ports, domain, answer.ca, now) : answer;
}

/** The request keeps its place at the preferred CA, which may recover before the fallback has room. */
function fallbackFull(
  { jitterSeconds }: Pick<CertificateAuthorities, 'jitterSeconds'>,
  ca: string,
  { updatedAt }: DomainIn<'ordering'>,
  now: Date,
): FallbackFull {
  const waitedSeconds = Math.floor((now.getTime() - Date.parse(updatedAt)) / 1000);
  const spreadSeconds = Math.min(Math.max(waitedSeconds, MIN_SPREAD_SECONDS), MAX_SPREAD_SECONDS);
  return { kind: 'fallback-full', ca, retryAfterSeconds: 1 + jitterSeconds(spreadSeconds) };
}

/** If the CA refuses the order as a replacement, a plain one is placed: the renewal matters more. */
async function placeOrder(domain: DomainIn<'ordering'>, { ca, name }: KnownCa): Promise<OrderObservation> {
  const { url } = domain;
  const replaces = replacedAriId(domain, name);
  const first = await ca.newOrder(url, replaces);
  const isRefused = replaces !== undefined && first.kind === 'problem' && refusesReplacement(first.problem);
  if (isRefused) return seenOrder(await ca.newOrder(url), name);
  return seenOrder(first, name, replaces !== undefined);
}

/** For an order without a required authorization. */
const NO_AUTHORIZATION = '';

/** A ready order has no challenge to answer. */
function seenOrder(result: AcmeResult<Created<Order>>, ca: string, isReplacement = false): OrderObservation {
  if (result.kind === 'problem') return classifyCaProblem('newOrder', result.problem);
  const { url: orderUrl, resource } = result.value;
  const { status, finalize: finalizeUrl, authorizations } = resource;
  const [authorizationUrl] = authorizations;
  if (authorizationUrl === undefined && status === 'pending')
    return classifyCaProblem('newOrder', malformedAnswer('The order is pending, and has no authorization.'));
  const order = { ca, orderUrl, finalizeUrl, authorizationUrl: authorizationUrl ?? NO_AUTHORIZATION };
  const challengeAnswered = status !== 'pending' && { challengeAnswered: true as const };
  return { kind: 'order-created', ...order, ...challengeAnswered, ...(isReplacement && { isReplacement }) };
}
