import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { backOff, troublePause, WORK_LONGEST_SECONDS } from './backoff.ts';
import { causeOf } from './certificate-failure.ts';
import type {
  AcmeProblem,
  ChallengeObservation,
  DownloadedCertificate,
  DownloadObservation,
  FinalizeObservation,
  OrderObservation,
  OrderStatusObservation,
  OrderTrouble,
} from './observation.ts';
import {
  acmeError,
  acmeEvidence,
  acmeText,
  type Issuing,
  inProgress,
  type Obstacle,
  obstructed,
  refused,
  windowOver,
} from './obstacle.ts';
import { becomes, type Transition } from './transition.ts';

export function decideOnOrder(
  domain: DomainIn<'ordering'>,
  observation: OrderObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (observation.kind === 'window-over') return windowOver(domain, now, timings);
  if (observation.kind !== 'order-created') return decideOnTrouble(domain, observation, now, timings);
  const { orderUrl, finalizeUrl, authorizationUrl } = observation;
  const issuance = { ...domain.issuance, orderUrl, finalizeUrl, authorizationUrl };
  return becomes(inProgress({ ...domain, phase: 'authorizing', issuance }, now), 'order.created', ['certificate.requested']);
}

export function decideOnChallenge(
  domain: DomainIn<'authorizing'>,
  observation: ChallengeObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (observation.kind !== 'challenge-answered') return decideOnTrouble(domain, observation, now, timings);
  return becomes(inProgress({ ...domain, phase: 'validating' }, now), 'challenge.answered', [], timings.orderPollSeconds);
}

export function decideOnOrderStatus(
  domain: DomainIn<'validating'>,
  observation: OrderStatusObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (observation.kind) {
    case 'order-pending':
      return pending(domain, observation.retryAfterSeconds, now, timings);
    case 'order-ready':
      return becomes(inProgress({ ...domain, phase: 'finalizing' }, now), 'order.ready');
    case 'order-finalized':
      return finalized(domain, observation, now, timings);
    default:
      return decideOnTrouble(domain, observation, now, timings);
  }
}

export function decideOnFinalize(
  domain: DomainIn<'finalizing'>,
  observation: FinalizeObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (observation.kind) {
    case 'order-finalized':
      return finalized(domain, observation, now, timings);
    case 'certificate-downloaded':
      return downloaded(domain, observation, now, timings);
    default:
      return decideOnTrouble(domain, observation, now, timings);
  }
}

export function decideOnDownload(
  domain: DomainIn<'downloading'>,
  observation: DownloadObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (observation.kind) {
    case 'order-pending':
      return pending(domain, observation.retryAfterSeconds, now, timings);
    case 'certificate-downloaded':
      return downloaded(domain, observation, now, timings);
    default:
      return decideOnTrouble(domain, observation, now, timings);
  }
}

function finalized(
  domain: DomainIn<'validating' | 'finalizing'>,
  observation: { certificateUrl?: string; retryAfterSeconds?: number },
  now: Date,
  timings: Timings,
): Transition {
  const isReady = observation.certificateUrl !== undefined;
  const issuance = { ...domain.issuance, ...(isReady && { certificateUrl: observation.certificateUrl }) };
  const waitSeconds = isReady ? 0 : Math.max(timings.orderPollSeconds, observation.retryAfterSeconds ?? 0);
  return becomes(inProgress({ ...domain, phase: 'downloading', issuance }, now), 'order.finalized', [], waitSeconds);
}

/** Nobody waits for a renewal: its first look comes when agents that ask by themselves have it. */
function downloaded(
  { issuance: _, ...domain }: DomainIn<'finalizing' | 'downloading'>,
  { certificate: issued }: DownloadedCertificate,
  now: Date,
  timings: Timings,
): Transition {
  const installDeadlineAt = addSeconds(now, timings.installWindowSeconds);
  const next: Domain = { ...domain, phase: 'installing', issued, installDeadlineAt };
  const isRenewal = domain.sslStatus === 'active';
  const waitSeconds = isRenewal ? timings.renewalLookSeconds : timings.installPollSeconds;
  return becomes(inProgress(next, now), 'certificate.downloaded', [], waitSeconds);
}

/** The CA is at work on the order. Its silence is no obstacle until the window ends. */
function pending(
  domain: DomainIn<'validating' | 'downloading'>,
  retryAfterSeconds: number | undefined,
  now: Date,
  timings: Timings,
): Transition {
  const pace = { baseSeconds: timings.orderPollSeconds, longestSeconds: WORK_LONGEST_SECONDS };
  const window = { endsAt: domain.issuance.issuanceDeadlineAt, seconds: timings.issuanceWindowSeconds };
  const waitSeconds = Math.max(backOff(pace, window, now), retryAfterSeconds ?? 0);
  const { code, observed, evidence } = domain.diagnosis;
  return obstructed(
    domain,
    domain,
    { diagnosis: { code, evidence, ...(observed !== undefined && { observed }) }, waitSeconds },
    now,
    timings,
  );
}

/**
 * Looks at an order that the CA does not know, until another is asked for. A replica that lags has caught up long before the
 * five pauses between them; a CA that has forgotten all its orders costs the domain no more than these. Asked for too early,
 * another order may become a second certificate.
 */
const NOT_FOUND_LOOKS = 6;

/** The ways in which the CA does not do as asked: later, never, not this order, or what order? */
function decideOnTrouble(domain: Issuing, observation: OrderTrouble, now: Date, timings: Timings): Transition {
  const pause = (baseSeconds: number) =>
    Math.max(
      troublePause(baseSeconds, domain.issuance.issuanceDeadlineAt, now, timings),
      observation.problem.retryAfterSeconds ?? 0,
    );
  switch (observation.kind) {
    case 'ca-refused':
      return refused(domain, observation.problem, now, timings);
    case 'ca-trouble':
      return obstructed(
        domain,
        domain,
        obstacleOf(domain, observation.problem, pause(timings.caRetrySeconds), now),
        now,
        timings,
      );
    case 'order-not-found': {
      const orderNotFoundTimes = (domain.issuance.orderNotFoundTimes ?? 0) + 1;
      const { problem } = observation;
      if (orderNotFoundTimes >= NOT_FOUND_LOOKS) return decideOnTrouble(domain, { kind: 'order-lost', problem }, now, timings);
      // So few looks need no longer and longer pauses: late in a window these would be hours.
      const waitSeconds = Math.max(timings.caRetrySeconds, problem.retryAfterSeconds ?? 0);
      return obstructed(domain, domain, { ...obstacleOf(domain, problem, waitSeconds, now), orderNotFoundTimes }, now, timings);
    }
    case 'order-lost': {
      const obstacle = obstacleOf(domain, observation.problem, pause(timings.validationRetrySeconds), now);
      // The CA has looked at the name and was not content. Trouble of its own passes, or fails the renewal.
      const risk = causeOf(acmeError(domain, observation.problem));
      return obstructed(domain, withoutOrder(domain), { ...obstacle, risk }, now, timings);
    }
  }
}

function obstacleOf(domain: Issuing, problem: AcmeProblem, waitSeconds: number, now: Date): Obstacle {
  const code = problem.isRateLimit ? 'ca_rate_limited' : 'certificate_request_failed';
  const diagnosis: Obstacle['diagnosis'] = { code, observed: acmeText(problem), evidence: [acmeEvidence(problem, now)] };
  return { diagnosis, error: acmeError(domain, problem), acme: problem, waitSeconds };
}

/** Back to the preflight with the same request, key and CSR: another order must not be asked for needlessly. */
function withoutOrder(domain: Issuing): Issuing {
  const { certificateRequestId, toldRisks, preflightFailures, issuanceDeadlineAt, sealedKey, csr } = domain.issuance;
  const issuance = {
    certificateRequestId,
    ...(toldRisks && { toldRisks }),
    ...(preflightFailures !== undefined && { preflightFailures }),
    ...(issuanceDeadlineAt !== undefined && { issuanceDeadlineAt }),
    ...(sealedKey && { sealedKey }),
    ...(csr !== undefined && { csr }),
  };
  return { ...domain, phase: 'preparing', issuance };
}
