import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import { toCondition, withConditions, withOnlyConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { acmeEvidence, acmeText } from './acme-error.ts';
import { toCertificateFailed, withNotified } from './certificate-failure.ts';
import { clearAt, isKnownFinding, noTransition, type Transition, transitionTo, waitUntil, withFinding } from './transition.ts';

export type Issuing = DomainIn<'preparing' | 'ordering' | 'authorizing' | 'validating' | 'finalizing' | 'downloading'>;

export interface Obstacle {
  diagnosis: Omit<Diagnosis, 'checkedAt'>;
  error?: DomainError;
  /** The problem document, if the CA is the obstacle. */
  acme?: AcmeProblem;
  /** How often in a row the CA did not know the order. */
  orderNotFoundTimes?: number;
  /** The cause, if waiting may not be enough: the holder is notified that the certificate is at risk. */
  risk?: string;
  waitSeconds: number;
}

/**
 * Progress clears the last obstacle and its counts. A served domain keeps the findings about its CNAME and what it serves: only
 * checks clear these.
 */
export function toInProgress(domain: Domain, now: Date): Domain {
  const next = 'issuance' in domain ? withOrderFound(domain) : domain;
  const { obstacle, served } = next.conditions;
  const isServed = next.sslStatus === 'active';
  const kept = withConditions(withOnlyConditions(next, 'expiry', 'unseen', 'cname'), {
    served: served?.isSuspected ? undefined : served,
  });
  return isServed && obstacle === undefined && next.allClear ? kept : { ...kept, allClear: clearAt(now) };
}

/**
 * Shows an obstacle while the step is retried, until the issuance window ends. `next`: the domain to continue with, the same one
 * or one back in an earlier phase. A renewal reports it once per cause.
 */
export function toObstructed(domain: Issuing, next: Issuing, obstacle: Obstacle, time: TimedDecision): Transition {
  const issuanceDeadlineAt = deadlineOf(next);
  const { domain: remembered, isNews } = withRisk(withLastObstacle(next, obstacle), obstacle.risk);
  if (issuanceDeadlineAt !== undefined && time.now.toISOString() >= issuanceDeadlineAt)
    return toFailed(remembered, obstacle.diagnosis.evidence, time);
  const waitSeconds =
    issuanceDeadlineAt === undefined ? obstacle.waitSeconds : waitUntil(time.now, obstacle.waitSeconds, issuanceDeadlineAt);
  const isSeenAgain =
    domain.phase === next.phase && isKnownFinding(domain, obstacle.diagnosis) && sameIssuance(domain, remembered);
  if (isSeenAgain && !isNews) return noTransition(domain, waitSeconds);
  return transitionTo(
    withFinding(remembered, obstacle.diagnosis, time.now, obstacle.error),
    'certificate.obstructed',
    isNews ? ['certificate.at_risk'] : [],
    waitSeconds,
  );
}

/** The CA refuses finally, so the failure is reported at once. */
export function toRefused(domain: Issuing, problem: AcmeProblem, time: TimedDecision): Transition {
  return toFailed(withLastObstacle(domain, { acme: problem }), acmeEvidence(problem, time.now), time);
}

/**
 * The end of the current window: of issuance after a slot was granted, of the preflight before. Undefined while the window is
 * halted.
 */
function deadlineOf({ issuance }: Issuing): string | undefined {
  if ('haltedAt' in issuance && issuance.haltedAt !== undefined) return undefined;
  return issuance.issuanceDeadlineAt ?? ('preflightDeadlineAt' in issuance ? issuance.preflightDeadlineAt : undefined);
}

/** The window ended without another request, so the last obstacle is the cause. */
export function toWindowOver(domain: Issuing, time: TimedDecision): Transition {
  return toFailed(domain, diagnosisOf(domain).diagnosis.evidence, time);
}

function withLastObstacle<I extends Issuing>(
  domain: I,
  { acme, orderNotFoundTimes }: Pick<Obstacle, 'acme' | 'orderNotFoundTimes'>,
): I {
  const issuance = omit<Issuing['issuance'], 'lastObstacleWasCa' | 'lastAcmeError'>(
    withOrderFound(domain).issuance,
    'lastObstacleWasCa',
    'lastAcmeError',
  );
  const last = acme ? { lastObstacleWasCa: true, lastAcmeError: acmeText(acme) } : {};
  return { ...domain, issuance: { ...issuance, ...last, ...(orderNotFoundTimes !== undefined && { orderNotFoundTimes }) } };
}

/** The CA answered anything but "unknown order", so the count restarts. */
function withOrderFound<I extends Issuing>(domain: I): I {
  return { ...domain, issuance: omit<Issuing['issuance'], 'orderNotFoundTimes'>(domain.issuance, 'orderNotFoundTimes') };
}

/** Only an existing certificate is at risk. A first one that is late is reported when it fails. */
function withRisk<I extends Issuing>(domain: I, risk: string | undefined): { domain: I; isNews: boolean } {
  if (risk === undefined || domain.sslStatus !== 'active') return { domain, isNews: false };
  return withNotified(domain, 'risks', risk);
}

function sameIssuance(before: Issuing, after: Issuing): boolean {
  return (
    before.issuance.lastAcmeError === after.issuance.lastAcmeError &&
    before.issuance.orderNotFoundTimes === after.issuance.orderNotFoundTimes &&
    before.issuance.preflightFailures === after.issuance.preflightFailures &&
    deadlineOf(before) === deadlineOf(after)
  );
}

/** The error names the CA if it was the last cause; otherwise the request timed out. */
function toFailed(domain: Issuing, evidence: Diagnosis['evidence'], time: TimedDecision): Transition {
  const { issuance } = domain;
  const error: DomainError = issuance.lastObstacleWasCa
    ? { code: 'certificate_request_failed', details: { domain: domain.url, acme_error: issuance.lastAcmeError ?? '' } }
    : { code: 'certificate_timeout', details: { domain: domain.url, certificate_request_id: issuance.certificateRequestId } };
  const finding = {
    code: issuance.lastObstacleWasCa ? ('certificate_request_failed' as const) : ('certificate_timeout' as const),
    ...(issuance.lastAcmeError !== undefined && { observed: issuance.lastAcmeError }),
    evidence,
  };
  return toCertificateFailed(domain, { ...toCondition(undefined, finding, time.now), error }, time);
}
