import type { Domain, DomainIn } from '../domains/domain-row.schema.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { backOff, TROUBLE_LONGEST_SECONDS, WORK_LONGEST_SECONDS } from './back-off.ts';
import type {
  AcmeProblem,
  CaRefusal,
  CaTrouble,
  ChallengeObservation,
  DownloadObservation,
  FinalizeObservation,
  OrderLost,
  OrderObservation,
  OrderStatusObservation,
  PreparationObservation,
} from './observation.ts';
import { acmeError, acmeEvidence, acmeText, type Issuing, type Obstacle, obstructed, refused, windowOver } from './obstacle.ts';
import { after, moved, stay, type Transition } from './transition.ts';

/** Before anything is asked of the CA: the customer's name must lead to us, and our own budget must have a place. */
export function decideOnPreparation(
  domain: DomainIn<'preparing'>,
  seen: PreparationObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (seen.kind) {
    case 'slot-refused':
      return queued(domain, seen.retryAfterSeconds, now);
    case 'preflight-passed':
      return prepared(domain, seen, now, timings);
    case 'preflight-failed':
      return unprepared(
        domain,
        { code: seen.serverConnected ? 'challenge_unreachable' : 'server_not_connected', evidence: seen.evidence },
        now,
        timings,
      );
    case 'cname-gone':
      return unprepared(domain, { code: 'cname_not_found', evidence: seen.evidence }, now, timings);
    case 'window-over':
      return windowOver(domain, now);
  }
}

/** Waiting for our own budget is nobody's obstacle: a window that an earlier one began ends. */
function queued(domain: DomainIn<'preparing'>, waitSeconds: number, now: Date): Transition {
  const { preflightDeadlineAt, ...issuance } = domain.issuance;
  if (preflightDeadlineAt === undefined) return stay(domain, waitSeconds);
  return moved(inProgress({ ...domain, issuance }, now), 'certificate.queued', [], waitSeconds);
}

/** The first granted slot begins the issuance window; an order after a lost one goes on in it. */
function prepared(
  domain: DomainIn<'preparing'>,
  { grantedAt, sealedKey, csr }: Extract<PreparationObservation, { kind: 'preflight-passed' }>,
  now: Date,
  timings: Timings,
): Transition {
  const { preflightDeadlineAt: _, ...kept } = domain.issuance;
  const issuanceDeadlineAt = kept.issuanceDeadlineAt ?? after(new Date(grantedAt), timings.issuanceWindowSeconds);
  return moved(
    inProgress({ ...domain, phase: 'ordering', issuance: { ...kept, issuanceDeadlineAt, sealedKey, csr } }, now),
    'certificate.prepared',
  );
}

/** Before any slot the window begins with the first obstacle: a server that is never connected must not wait for ever. */
function unprepared(domain: DomainIn<'preparing'>, diagnosis: Obstacle['diagnosis'], now: Date, timings: Timings): Transition {
  const endsAt =
    domain.issuance.issuanceDeadlineAt ?? domain.issuance.preflightDeadlineAt ?? after(now, timings.issuanceWindowSeconds);
  const isGranted = domain.issuance.issuanceDeadlineAt !== undefined;
  const issuance = isGranted ? domain.issuance : { ...domain.issuance, preflightDeadlineAt: endsAt };
  const details = { domain: domain.url, expected_target: domain.cnameTarget };
  const obstacle: Obstacle = {
    diagnosis,
    waitSeconds: troublePause(timings.preflightRetrySeconds, endsAt, now, timings),
    ...(diagnosis.code === 'cname_not_found' && { error: { code: 'cname_not_found', details } }),
  };
  return obstructed(domain, { ...domain, issuance }, obstacle, now);
}

export function decideOnOrder(domain: DomainIn<'ordering'>, seen: OrderObservation, now: Date, timings: Timings): Transition {
  if (seen.kind === 'window-over') return windowOver(domain, now);
  if (seen.kind !== 'order-created') return decideOnTrouble(domain, seen, now, timings);
  const { orderUrl, finalizeUrl, authorizationUrl } = seen;
  const issuance = { ...domain.issuance, orderUrl, finalizeUrl, authorizationUrl };
  return moved(inProgress({ ...domain, phase: 'authorizing', issuance }, now), 'order.created', ['certificate.requested']);
}

export function decideOnChallenge(
  domain: DomainIn<'authorizing'>,
  seen: ChallengeObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (seen.kind !== 'challenge-answered') return decideOnTrouble(domain, seen, now, timings);
  return moved(inProgress({ ...domain, phase: 'validating' }, now), 'challenge.answered', [], timings.orderPollSeconds);
}

export function decideOnOrderStatus(
  domain: DomainIn<'validating'>,
  seen: OrderStatusObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (seen.kind) {
    case 'order-pending':
      return pending(domain, seen.retryAfterSeconds, now, timings);
    case 'order-ready':
      return moved(inProgress({ ...domain, phase: 'finalizing' }, now), 'order.ready');
    case 'order-finalized':
      return finalized(domain, seen, now, timings);
    default:
      return decideOnTrouble(domain, seen, now, timings);
  }
}

export function decideOnFinalize(
  domain: DomainIn<'finalizing'>,
  seen: FinalizeObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (seen.kind !== 'order-finalized') return decideOnTrouble(domain, seen, now, timings);
  return finalized(domain, seen, now, timings);
}

export function decideOnDownload(
  domain: DomainIn<'downloading'>,
  seen: DownloadObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (seen.kind) {
    case 'order-pending':
      return pending(domain, seen.retryAfterSeconds, now, timings);
    case 'certificate-downloaded': {
      const { issuance: _, ...rest } = domain;
      const installDeadlineAt = after(now, timings.installWindowSeconds);
      const next: Domain = { ...rest, phase: 'installing', issued: seen.certificate, installDeadlineAt };
      return moved(inProgress(next, now), 'certificate.downloaded', [], timings.installPollSeconds);
    }
    default:
      return decideOnTrouble(domain, seen, now, timings);
  }
}

function finalized(
  domain: DomainIn<'validating' | 'finalizing'>,
  seen: { certificateUrl?: string; retryAfterSeconds?: number },
  now: Date,
  timings: Timings,
): Transition {
  const isReady = seen.certificateUrl !== undefined;
  const issuance = { ...domain.issuance, ...(isReady && { certificateUrl: seen.certificateUrl }) };
  const waitSeconds = isReady ? 0 : Math.max(timings.orderPollSeconds, seen.retryAfterSeconds ?? 0);
  return moved(inProgress({ ...domain, phase: 'downloading', issuance }, now), 'order.finalized', [], waitSeconds);
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
  );
}

/** The three ways in which the CA does not do as asked: later, never, or not this order. */
function decideOnTrouble(domain: Issuing, seen: CaTrouble | CaRefusal | OrderLost, now: Date, timings: Timings): Transition {
  const pause = (baseSeconds: number) =>
    Math.max(troublePause(baseSeconds, domain.issuance.issuanceDeadlineAt, now, timings), seen.problem.retryAfterSeconds ?? 0);
  switch (seen.kind) {
    case 'ca-refused':
      return refused(domain, seen.problem, now);
    case 'ca-trouble':
      return obstructed(domain, domain, caObstacle(domain, seen.problem, pause(timings.caRetrySeconds), now), now);
    case 'order-lost':
      return obstructed(
        domain,
        withoutOrder(domain),
        caObstacle(domain, seen.problem, pause(timings.validationRetrySeconds), now),
        now,
      );
  }
}

function troublePause(baseSeconds: number, endsAt: string | undefined, now: Date, timings: Timings): number {
  if (endsAt === undefined) return baseSeconds;
  return backOff(
    { baseSeconds, longestSeconds: TROUBLE_LONGEST_SECONDS },
    { endsAt, seconds: timings.issuanceWindowSeconds },
    now,
  );
}

function caObstacle(domain: Issuing, problem: AcmeProblem, waitSeconds: number, now: Date): Obstacle {
  const code = problem.type === 'urn:ietf:params:acme:error:rateLimited' ? 'ca_rate_limited' : 'certificate_request_failed';
  const diagnosis: Obstacle['diagnosis'] = { code, observed: acmeText(problem), evidence: [acmeEvidence(problem, now)] };
  return { diagnosis, error: acmeError(domain, problem), acme: problem, waitSeconds };
}

/** Back to the preflight with the same request, key and CSR: another order must not be asked for needlessly. */
function withoutOrder(domain: Issuing): Issuing {
  const { certificateRequestId, issuanceDeadlineAt, sealedKey, csr } = domain.issuance;
  const kept = {
    certificateRequestId,
    ...(issuanceDeadlineAt !== undefined && { issuanceDeadlineAt }),
    ...(sealedKey && { sealedKey }),
    ...(csr !== undefined && { csr }),
  };
  return { ...domain, phase: 'preparing', issuance: kept };
}

/** Progress clears the last obstacle from view, and from what the deadline would blame. */
function inProgress(domain: Domain, now: Date): Domain {
  const { error: _, ...rest } = domain;
  return { ...rest, diagnosis: { code: 'in_progress', evidence: [], checkedAt: now.toISOString() } };
}
