import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { decideOnTrouble, withoutSlot } from './ca-outage-transition.ts';
import type {
  ChallengeObservation,
  DownloadedCertificate,
  OrderFinalized,
  OrderObservation,
  OrderStatusObservation,
} from './issuance-observation.ts';
import { toInProgress, toObstructed, toWindowOver } from './obstacle.ts';
import { backOff, WORK_LONGEST_SECONDS } from './pace.ts';
import { type Transition, transitionTo, withSpends } from './transition.ts';

export function decideOnOrder(domain: DomainIn<'ordering'>, observation: OrderObservation, time: TimedDecision): Transition {
  if (observation.kind === 'window-over') return toWindowOver(domain, time);
  if (observation.kind === 'slot-refused') return transitionTo(withoutSlot(domain), 'certificate.queued');
  if (observation.kind !== 'order-created') return decideOnTrouble(domain, observation, time);
  const { ca, orderUrl, finalizeUrl, authorizationUrl, challengeAnswered, isReplacement } = observation;
  const order = { ca, orderUrl, finalizeUrl, authorizationUrl, ...(isReplacement && { isReplacement }) };
  const issuance = { ...omit(domain.issuance, 'slotGrantedAt', 'slotCa'), ...order };
  const events: EventName[] = ['certificate.requested'];
  if (!challengeAnswered)
    return transitionTo(toInProgress({ ...domain, phase: 'authorizing', issuance }, time.now), 'order.created', events);
  return toAnswered({ ...domain, phase: 'validating', issuance }, events, time);
}

export function decideOnChallenge(
  domain: DomainIn<'authorizing'>,
  observation: ChallengeObservation,
  time: TimedDecision,
): Transition {
  if (observation.kind === 'challenge-awaited') return toPending(domain, undefined, time);
  if (observation.kind !== 'challenge-answered') return decideOnTrouble(domain, observation, time);
  return toAnswered({ ...domain, phase: 'validating' }, [], time);
}

function toAnswered(domain: DomainIn<'validating'>, events: EventName[], time: TimedDecision): Transition {
  return transitionTo(toInProgress(domain, time.now), 'challenge.answered', events, time.timings.orderPollSeconds);
}

/** For an order with an answered challenge, whichever step read it from the CA. */
export function decideOnOrderStatus(
  domain: DomainIn<'validating' | 'finalizing' | 'downloading'>,
  observation: OrderStatusObservation,
  time: TimedDecision,
): Transition {
  switch (observation.kind) {
    case 'order-pending':
      return toPending(domain, observation.retryAfterSeconds, time);
    case 'order-ready':
      return transitionTo(toInProgress({ ...domain, phase: 'finalizing' }, time.now), 'order.ready');
    case 'order-finalized':
      return toFinalized(domain, observation, time);
    case 'certificate-downloaded':
      return toDownloaded(domain, observation, time);
    default:
      return decideOnTrouble(domain, observation, time);
  }
}

function toFinalized(
  domain: DomainIn<'validating' | 'finalizing' | 'downloading'>,
  { certificateUrl, retryAfterSeconds = 0 }: OrderFinalized,
  time: TimedDecision,
): Transition {
  const isReady = certificateUrl !== undefined;
  const issuance = { ...domain.issuance, ...(isReady && { certificateUrl }) };
  const waitSeconds = isReady ? 0 : Math.max(time.timings.orderPollSeconds, retryAfterSeconds);
  return transitionTo(toInProgress({ ...domain, phase: 'downloading', issuance }, time.now), 'order.finalized', [], waitSeconds);
}

/** A renewal is not urgent: the first check runs when polling agents have fetched it. */
export function toDownloaded(
  domain: DomainIn<'preparing' | 'validating' | 'finalizing' | 'downloading'>,
  { certificate: issued, spends }: Omit<DownloadedCertificate, 'kind'>,
  time: TimedDecision,
): Transition {
  const installDeadlineAt = addSeconds(time.now, time.timings.installWindowSeconds);
  // The new server has not shown this certificate yet.
  const move = domain.move && { move: { ...domain.move, state: 'installing' as const } };
  const next: Domain = { ...omit(domain, 'issuance'), ...move, phase: 'installing', issued, installDeadlineAt };
  const isRenewal = domain.sslStatus === 'active';
  const waitSeconds = isRenewal ? time.timings.renewalLookSeconds : time.timings.installPollSeconds;
  return withSpends(transitionTo(toInProgress(next, time.now), 'certificate.downloaded', [], waitSeconds), spends);
}

/** The CA is working on the order, or the zone on its proof. Silence of the CA is no obstacle until the window ends. */
export function toPending(
  domain: DomainIn<'preparing' | 'authorizing' | 'validating' | 'finalizing' | 'downloading'> & {
    issuance: { issuanceDeadlineAt: string };
  },
  retryAfterSeconds: number | undefined,
  time: TimedDecision,
): Transition {
  const pace = { baseSeconds: time.timings.orderPollSeconds, longestSeconds: WORK_LONGEST_SECONDS };
  const window = { endsAt: domain.issuance.issuanceDeadlineAt, seconds: time.timings.issuanceWindowSeconds };
  const waitSeconds = Math.max(backOff(pace, window, time.now), retryAfterSeconds ?? 0);
  const { code, observed, evidence } = diagnosisOf(domain).diagnosis;
  return toObstructed(
    domain,
    domain,
    { diagnosis: { code, evidence, ...(observed !== undefined && { observed }) }, waitSeconds },
    time,
  );
}
