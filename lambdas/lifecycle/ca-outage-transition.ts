import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { type AcmeProblem, refusesOurAccount } from '../acme/problem.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { acmeError, acmeEvidence, acmeText } from './acme-error.ts';
import { causeOf } from './certificate-failure.ts';
import type {
  CaChoiceResult,
  CaPassedOver,
  CaUnavailable,
  FallbackFull,
  OrderTrouble,
  SlotRequired,
} from './issuance-observation.ts';
import { type Issuing, type Obstacle, toInProgress, toObstructed, toRefused } from './obstacle.ts';
import { troublePause } from './pace.ts';
import { noTransition, type Transition, transitionTo, withFinding, withSpends } from './transition.ts';

/**
 * Checks of an order that the CA does not know, before another one is created. A lagging replica catches up well within the five
 * pauses. A second order created too early may become a second certificate.
 */
const NOT_FOUND_ANSWERS = 6;

/** Decides what follows a failed CA request: a temporary failure, a refusal, a lost order, or an unknown one. */
export function decideOnTrouble(domain: Issuing, observation: OrderTrouble, time: TimedDecision): Transition {
  const pause = (baseSeconds: number) =>
    Math.max(troublePause(baseSeconds, domain.issuance.issuanceDeadlineAt, time), observation.problem.retryAfterSeconds ?? 0);
  switch (observation.kind) {
    case 'ca-refused':
      return toRefused(domain, observation.problem, time);
    case 'ca-trouble':
      return toObstructed(
        domain,
        domain,
        obstacleOf(domain, observation.problem, pause(time.timings.caRetrySeconds), time.now),
        time,
      );
    case 'order-not-found': {
      const orderNotFoundTimes = (domain.issuance.orderNotFoundTimes ?? 0) + 1;
      const { problem } = observation;
      if (orderNotFoundTimes >= NOT_FOUND_ANSWERS) return decideOnTrouble(domain, { kind: 'order-lost', problem }, time);
      // Does not use the growing backoff: late in a window its pauses would be hours.
      const waitSeconds = Math.max(time.timings.caRetrySeconds, problem.retryAfterSeconds ?? 0);
      return toObstructed(domain, domain, { ...obstacleOf(domain, problem, waitSeconds, time.now), orderNotFoundTimes }, time);
    }
    case 'order-lost': {
      const obstacle = obstacleOf(domain, observation.problem, pause(time.timings.validationRetrySeconds), time.now);
      // The CA could not validate the name. A temporary problem of the CA passes; otherwise the renewal fails.
      const risk = refusesOurAccount(observation.problem) ? undefined : causeOf(acmeError(domain, observation.problem));
      return toObstructed(domain, withoutOrder(domain), { ...obstacle, ...(risk !== undefined && { risk }) }, time);
    }
  }
}

function obstacleOf(domain: Issuing, problem: AcmeProblem, waitSeconds: number, now: Date): Obstacle {
  const code = problem.isRateLimit ? 'ca_rate_limited' : 'certificate_request_failed';
  const reason = refusesOurAccount(problem) && { reason: 'ca_account_refused' as const };
  const diagnosis: Obstacle['diagnosis'] = { code, ...reason, observed: acmeText(problem), evidence: acmeEvidence(problem, now) };
  return { diagnosis, error: acmeError(domain, problem), acme: problem, waitSeconds };
}

/** Back to waiting for a slot, which the next order uses. */
export function withoutSlot(domain: DomainIn<'ordering'>): Issuing {
  const issuance = omit(domain.issuance, 'lastObstacleWasCa', 'preparedAt', 'caa', 'slotGrantedAt', 'slotCa');
  return { ...domain, phase: 'preparing', issuance };
}

/** Back to the preflight with the same request, key and CSR, which avoids a needless order. */
function withoutOrder(domain: Issuing): Issuing {
  const { certificateRequestId, preflightFailures, passedOver, issuanceDeadlineAt, sealedKey, csr } = domain.issuance;
  const issuance = {
    certificateRequestId,
    ...(preflightFailures !== undefined && { preflightFailures }),
    ...(passedOver && { passedOver }),
    ...(issuanceDeadlineAt !== undefined && { issuanceDeadlineAt }),
    ...(sealedKey && { sealedKey }),
    ...(csr !== undefined && { csr }),
  };
  return { ...domain, phase: 'preparing', issuance };
}

/** Phases in which a CA has the order or will get it. */
type AtCa = Exclude<Issuing, { phase: 'preparing' }>;

const KINDS: ReadonlySet<string> = new Set<CaChoiceResult['kind']>([
  'ca-unavailable',
  'ca-passed-over',
  'fallback-full',
  'preflight-due',
  'slot-first',
]);

export function isCaChoiceResult(answer: { kind: string }): answer is CaChoiceResult {
  return KINDS.has(answer.kind);
}

/** Decides when no CA answered, or another CA is next. */
export function decideOnCaChoice(domain: AtCa, said: CaChoiceResult, time: TimedDecision): Transition {
  switch (said.kind) {
    case 'ca-unavailable':
      return decideOnUnavailable(domain, said, time);
    case 'fallback-full':
      return decideOnFallbackFull(domain, said, time.now);
    case 'ca-passed-over':
      return decideOnPassedOver(toResumedAtCa(domain, time), said, time);
    case 'slot-first':
      return decideOnSlotFirst(domain, said);
    case 'preflight-due': {
      const resumed = toResumedAtCa(domain, time);
      if (resumed.phase !== 'ordering') return noTransition(domain, said.waitSeconds);
      return transitionTo(withoutSlot(resumed), 'preflight.repeated', [], said.waitSeconds);
    }
  }
}

/** The next turn places the order: the row then holds the slot, and a repeat does not take another. */
function decideOnSlotFirst(domain: AtCa, { ca: slotCa, slot }: SlotRequired): Transition {
  if (domain.phase !== 'ordering') return noTransition(domain, 0);
  const issuance = { ...domain.issuance, slotGrantedAt: slot.grantedAt, slotCa };
  return withSpends(transitionTo({ ...domain, issuance }, 'certificate.slot_granted'), slot.spends);
}

/** The least share of its window that a request has left when its CA recovers, however long the outage was. */
const LEFT_AFTER_OUTAGE = 1 / 4;

/**
 * While the CA's circuit breaker is open, the window is halted: an outage of days must not turn waiting domains into errors that
 * would recover automatically. The row is written when the halt begins or ends, and when the known problem changes.
 */
function decideOnUnavailable(domain: AtCa, { problem, retryAfterSeconds }: CaUnavailable, time: TimedDecision): Transition {
  return toObstructed(domain, toHalted(domain, time.now), obstacleOf(domain, problem, retryAfterSeconds, time.now), time);
}

/** Waiting for the service's own order budget is not shown as an obstacle. */
function decideOnFallbackFull(domain: AtCa, { ca, retryAfterSeconds }: FallbackFull, now: Date): Transition {
  const code = 'ca_rate_limited';
  const isTold = diagnosisOf(domain).diagnosis.code === code || domain.sslStatus === 'active';
  if (domain.issuance.haltedAt !== undefined && isTold) return noTransition(domain, retryAfterSeconds);
  const next = toInProgress(toHalted(domain, now), now);
  const seen = evidence(
    'acme',
    'our orders at the certificate authority',
    `no room at ${ca}, which takes the place of another`,
    now,
  );
  const isUnsaid = diagnosisOf(next).diagnosis.code === 'in_progress';
  const told = isUnsaid ? withFinding(next, { code, evidence: [seen] }, now) : next;
  return transitionTo(told, 'certificate.queued', [], retryAfterSeconds);
}

function toHalted<D extends AtCa>(domain: D, now: Date): D {
  return { ...domain, issuance: { haltedAt: now.toISOString(), ...domain.issuance } };
}

/** The CA accepts orders again: the window continues where it was halted. */
export function toResumedAtCa<D extends AtCa>(domain: D, time: TimedDecision): D {
  const { haltedAt, ...issuance } = domain.issuance;
  if (haltedAt === undefined) return domain;
  const leftSeconds = (Date.parse(issuance.issuanceDeadlineAt) - Date.parse(haltedAt)) / 1000;
  const left = Math.max(leftSeconds, LEFT_AFTER_OUTAGE * time.timings.issuanceWindowSeconds);
  return { ...domain, issuance: { ...issuance, issuanceDeadlineAt: addSeconds(time.now, left) } };
}

/** Retries at once: the next CA is another one, or the CAs' order has changed. */
function decideOnPassedOver(domain: AtCa, { ca, problem, isOfThisName }: CaPassedOver, time: TimedDecision): Transition {
  const { passedOver = [] } = domain.issuance;
  const without = domain.phase === 'ordering' ? domain : withoutOrder(domain);
  const issuance = { ...without.issuance, ...(isOfThisName && { passedOver: [...passedOver, ca] }) };
  return toObstructed(domain, { ...without, issuance } as Issuing, obstacleOf(domain, problem, 0, time.now), time);
}
