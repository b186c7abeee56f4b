import type { Timed } from '../../contract/stack/timings.schema.ts';
import { type AcmeProblem, refusesOurAccount } from '../acme/problem.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { acmeError, acmeEvidence, acmeText } from './acme-error.ts';
import { causeOf } from './certificate-failure.ts';
import type { AboutCas, CaPassedOver, CaUnavailable, FallbackFull, OrderTrouble, SlotFirst } from './issuance-observation.ts';
import { type Issuing, inProgress, type Obstacle, toObstructed, toRefused } from './obstacle.ts';
import { troublePause } from './pace.ts';
import { becomes, stays, type Transition, withFound, withSpends } from './transition.ts';

/**
 * Checks of an order that the CA does not know, before another is asked for. A lagging replica has caught up well before the five
 * pauses are over. A second order that is asked for too early may become a second certificate.
 */
const NOT_FOUND_ANSWERS = 6;

/** What follows when the CA does not do as asked: it fails for now, refuses, has lost this order, or does not know it. */
export function decideOnTrouble(domain: Issuing, observation: OrderTrouble, time: Timed): Transition {
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
      // So few checks need no longer and longer pauses: late in a window these would be hours.
      const waitSeconds = Math.max(time.timings.caRetrySeconds, problem.retryAfterSeconds ?? 0);
      return toObstructed(domain, domain, { ...obstacleOf(domain, problem, waitSeconds, time.now), orderNotFoundTimes }, time);
    }
    case 'order-lost': {
      const obstacle = obstacleOf(domain, observation.problem, pause(time.timings.validationRetrySeconds), time.now);
      // The CA could not validate the name. Trouble of its own passes; otherwise the renewal fails.
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

/** Back to the preflight with the same request, key and CSR, so that no needless order is made. */
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

/** Phases in which a CA has, or is to have, the order. */
type AtCa = Exclude<Issuing, { phase: 'preparing' }>;

const KINDS: ReadonlySet<string> = new Set<AboutCas['kind']>([
  'ca-unavailable',
  'ca-passed-over',
  'fallback-full',
  'preflight-due',
  'slot-first',
]);

export function isAboutCas(answer: { kind: string }): answer is AboutCas {
  return KINDS.has(answer.kind);
}

/** When no CA answered, or another CA is to be asked. */
export function decideOnCas(domain: AtCa, said: AboutCas, time: Timed): Transition {
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
      if (resumed.phase !== 'ordering') return stays(domain, said.waitSeconds);
      return becomes(withoutSlot(resumed), 'preflight.repeated', [], said.waitSeconds);
    }
  }
}

/** The order is placed by the next turn: what was taken for it is in the row by then, and a repeat does not take it again. */
function decideOnSlotFirst(domain: AtCa, { ca: slotCa, slot }: SlotFirst): Transition {
  if (domain.phase !== 'ordering') return stays(domain, 0);
  const issuance = { ...domain.issuance, slotGrantedAt: slot.grantedAt, slotCa };
  return withSpends(becomes({ ...domain, issuance }, 'certificate.slot_granted'), slot.spends);
}

/** The least share of its window that a request has left when its CA is back, however long the outage was. */
const LEFT_AFTER_OUTAGE = 1 / 4;

/**
 * While the breaker of the CA is open, the window stands still: an outage of days must not turn waiting domains into errors that
 * would recover automatically. The row is written when that begins, when the known problem changes, and when it ends.
 */
function decideOnUnavailable(domain: AtCa, { problem, retryAfterSeconds }: CaUnavailable, time: Timed): Transition {
  return toObstructed(domain, toHalted(domain, time.now), obstacleOf(domain, problem, retryAfterSeconds, time.now), time);
}

/** Waiting for our own budget is not shown as an obstacle. */
function decideOnFallbackFull(domain: AtCa, { ca, retryAfterSeconds }: FallbackFull, now: Date): Transition {
  const code = 'ca_rate_limited';
  const isTold = diagnosisOf(domain).diagnosis.code === code || domain.sslStatus === 'active';
  if (domain.issuance.haltedAt !== undefined && isTold) return stays(domain, retryAfterSeconds);
  const next = inProgress(toHalted(domain, now), now);
  const seen = evidence(
    'acme',
    'our orders at the certificate authority',
    `no room at ${ca}, which takes the place of another`,
    now,
  );
  const isUnsaid = diagnosisOf(next).diagnosis.code === 'in_progress';
  const told = isUnsaid ? withFound(next, { code, evidence: [seen] }, now) : next;
  return becomes(told, 'certificate.queued', [], retryAfterSeconds);
}

function toHalted<D extends AtCa>(domain: D, now: Date): D {
  return { ...domain, issuance: { haltedAt: now.toISOString(), ...domain.issuance } };
}

/** The CA takes orders again: the window continues where it stood. */
export function toResumedAtCa<D extends AtCa>(domain: D, time: Timed): D {
  const { haltedAt, ...issuance } = domain.issuance;
  if (haltedAt === undefined) return domain;
  const leftSeconds = (Date.parse(issuance.issuanceDeadlineAt) - Date.parse(haltedAt)) / 1000;
  const left = Math.max(leftSeconds, LEFT_AFTER_OUTAGE * time.timings.issuanceWindowSeconds);
  return { ...domain, issuance: { ...issuance, issuanceDeadlineAt: addSeconds(time.now, left) } };
}

/** At once: the next CA in order is another, or the same order of them has changed. */
function decideOnPassedOver(domain: AtCa, { ca, problem, isOfThisName }: CaPassedOver, time: Timed): Transition {
  const { passedOver = [] } = domain.issuance;
  const without = domain.phase === 'ordering' ? domain : withoutOrder(domain);
  const issuance = { ...without.issuance, ...(isOfThisName && { passedOver: [...passedOver, ca] }) };
  return toObstructed(domain, { ...without, issuance } as Issuing, obstacleOf(domain, problem, 0, time.now), time);
}
