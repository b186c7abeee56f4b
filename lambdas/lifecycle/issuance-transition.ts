import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { decideOnTrouble, withoutSlot } from './ca-outage-transition.ts';
import type {
  ChallengeObservation,
  DownloadedCertificate,
  DownloadObservation,
  FinalizeObservation,
  OrderObservation,
  OrderStatusObservation,
} from './issuance-observation.ts';
import { inProgress, obstructed, windowOver } from './obstacle.ts';
import { backOff, WORK_LONGEST_SECONDS } from './pace.ts';
import { becomes, spending, type Transition } from './transition.ts';

export function decideOnOrder(
  domain: DomainIn<'ordering'>,
  observation: OrderObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (observation.kind === 'window-over') return windowOver(domain, now, timings);
  if (observation.kind === 'slot-refused') return becomes(withoutSlot(domain), 'certificate.queued');
  if (observation.kind !== 'order-created') return decideOnTrouble(domain, observation, now, timings);
  const { ca, orderUrl, finalizeUrl, authorizationUrl, challengeAnswered, isReplacement } = observation;
  const order = { ca, orderUrl, finalizeUrl, authorizationUrl, ...(isReplacement && { isReplacement }) };
  const issuance = { ...omit(domain.issuance, 'slotGrantedAt', 'slotCa'), ...order };
  const events: EventName[] = ['certificate.requested'];
  if (!challengeAnswered) return becomes(inProgress({ ...domain, phase: 'authorizing', issuance }, now), 'order.created', events);
  return answered({ ...domain, phase: 'validating', issuance }, events, now, timings);
}

export function decideOnChallenge(
  domain: DomainIn<'authorizing'>,
  observation: ChallengeObservation,
  now: Date,
  timings: Timings,
): Transition {
  if (observation.kind !== 'challenge-answered') return decideOnTrouble(domain, observation, now, timings);
  return answered({ ...domain, phase: 'validating' }, [], now, timings);
}

function answered(domain: DomainIn<'validating'>, events: EventName[], now: Date, timings: Timings): Transition {
  return becomes(inProgress(domain, now), 'challenge.answered', events, timings.orderPollSeconds);
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
    case 'certificate-downloaded':
      return downloaded(domain, observation, now, timings);
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
  domain: DomainIn<'validating' | 'finalizing' | 'downloading'>,
  { certificate: issued, spends }: DownloadedCertificate,
  now: Date,
  timings: Timings,
): Transition {
  const installDeadlineAt = addSeconds(now, timings.installWindowSeconds);
  // Where it moves to, nobody has seen this one yet.
  const move = domain.move && { move: { ...domain.move, state: 'installing' as const } };
  const next: Domain = { ...omit(domain, 'issuance'), ...move, phase: 'installing', issued, installDeadlineAt };
  const isRenewal = domain.sslStatus === 'active';
  const waitSeconds = isRenewal ? timings.renewalLookSeconds : timings.installPollSeconds;
  return spending(becomes(inProgress(next, now), 'certificate.downloaded', [], waitSeconds), spends);
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
  const { code, observed, evidence } = diagnosisOf(domain).diagnosis;
  return obstructed(
    domain,
    domain,
    { diagnosis: { code, evidence, ...(observed !== undefined && { observed }) }, waitSeconds },
    now,
    timings,
  );
}
