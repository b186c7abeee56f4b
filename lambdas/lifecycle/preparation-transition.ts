import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { evidence } from '../model/domains/diagnosis/conditions.ts';
import type { DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { unmatchedError, unmatchedFinding, validationError, validationFinding, withValidationSeen } from './dns-transition.ts';
import type { HeldBy, PreparationObservation, SlotNotBefore, SlotQueued } from './issuance-observation.ts';
import { type Obstacle, toInProgress, toObstructed, toWindowOver } from './obstacle.ts';
import { longestWait, queueWait, troublePause } from './pace.ts';
import { toResumed } from './restart.ts';
import {
  noTransition,
  restTransition,
  type Transition,
  transitionTo,
  withCnameFound,
  withFinding,
  withSpends,
} from './transition.ts';

const HELD: Record<HeldBy, string> = {
  operator: 'paused by the operator of this service',
  zone: 'so many certificates are being validated by DNS that this one waits',
};
const SHARE_OF_WAIT = 1 / 4;
/** A zone with much to write catches up within minutes, and a slot is valid for ten. */
const KEPT_SLOT_SECONDS = 60;

/**
 * Keeps no execution open: the row rests until its grant, or until its due time if the grant never comes. Waiting for the
 * service's own budget is no obstacle, so the window of an earlier obstacle ends.
 */
export function toQueued(
  domain: DomainIn<'preparing'>,
  { place, ahead, expectedAt, heldBy, spends }: Omit<SlotQueued, 'kind'>,
  time: TimedDecision,
): Transition {
  const said = heldBy ? HELD[heldBy] : `place ${ahead + 1}, expected at ${expectedAt}`;
  const seconds = (Date.parse(expectedAt) - time.now.getTime()) / 1000;
  return withSpends(
    restTransition(toWaiting(domain, { place }, said, time.now), 'certificate.queued', queueWait(seconds, time.timings)),
    spends,
  );
}

/** Queueing would not help. The tries back off, because many compete for each unit that becomes free. */
export function toDelayed(domain: DomainIn<'preparing'>, { at }: Omit<SlotNotBefore, 'kind'>, time: TimedDecision): Transition {
  const since = Date.parse(domain.issuance.waitsSince ?? time.now.toISOString());
  const seconds = Math.max((Date.parse(at) - time.now.getTime()) / 1000, ((time.now.getTime() - since) / 1000) * SHARE_OF_WAIT);
  const wait = Math.min(Math.ceil(seconds), longestWait(time.timings));
  return restTransition(toWaiting(domain, {}, `not before ${at}`, time.now), 'certificate.queued', Math.max(1, wait));
}

/** Keeps the slot, because the account has paid for it and giving it up would waste it. Recorded once. */
function toKept(domain: DomainIn<'preparing'>, isTold: boolean, time: TimedDecision): Transition {
  if (isTold) return noTransition(domain, KEPT_SLOT_SECONDS);
  const { slotGrantedAt } = domain.issuance;
  const waiting = toWaiting(domain, { ...(slotGrantedAt && { slotGrantedAt }) }, HELD.zone, time.now);
  return transitionTo(waiting, 'certificate.queued', [], KEPT_SLOT_SECONDS);
}

type Where = Pick<DomainIn<'preparing'>['issuance'], 'place' | 'slotGrantedAt'>;

function toWaiting(domain: DomainIn<'preparing'>, where: Where, said: string, now: Date): Domain {
  const issuance = omit(domain.issuance, 'preflightDeadlineAt', 'slotGrantedAt', 'place');
  const waits = { ...issuance, ...where, waitsSince: issuance.waitsSince ?? now.toISOString() };
  const next = toInProgress({ ...domain, issuance: waits }, now);
  // A served domain's diagnosis is unchanged: its renewal is not urgent.
  if (diagnosisOf(next).diagnosis.code !== 'in_progress') return next;
  const seen = evidence('acme', 'our orders at the certificate authority', said, now);
  return withFinding(next, { code: 'ca_rate_limited', evidence: [seen] }, now);
}

/** With the slot, the next attempt places the order. An issuance window that had begun was halted during the wait. */
export function toGranted(domain: DomainIn<'preparing'>, time: TimedDecision): Domain {
  const { waitsSince, issuanceDeadlineAt } = domain.issuance;
  const waitedMs = waitsSince === undefined ? 0 : time.now.getTime() - Date.parse(waitsSince);
  const moved = issuanceDeadlineAt && new Date(Date.parse(issuanceDeadlineAt) + waitedMs).toISOString();
  const slot = { slotGrantedAt: time.now.toISOString(), ...(moved && { issuanceDeadlineAt: moved }) };
  return toResumed(
    toInProgress({ ...domain, issuance: { ...omit(domain.issuance, 'place', 'waitsSince'), ...slot } }, time.now),
    time,
  );
}

// The preflight connects from a shared AWS address: a firewall may block it and still admit the CA. Only the CA can tell then.

/** One failure may be brief; a third in a row, minutes later, is not. */
const FAILURES_UNTIL_TRIED = 3;
/** A CA allows five failed validations of a name per hour. */
const BETWEEN_ORDERS_MS = 3_600_000;

/** Counts a preflight failure, up to the number that matters, so that an identical check is not written. */
function withAnotherFailure({ preflightFailures = 0 }: { preflightFailures?: number | undefined }): number {
  return Math.min(preflightFailures + 1, FAILURES_UNTIL_TRIED);
}

/** True when an order may be placed despite a failed preflight, for a server whose own challenge path works. */
export function mayOrderUnproven({ issuance, orderedUnprovenAt }: DomainIn<'preparing'>, now: Date): boolean {
  if (withAnotherFailure(issuance) < FAILURES_UNTIL_TRIED) return false;
  return orderedUnprovenAt === undefined || now.getTime() - Date.parse(orderedUnprovenAt) >= BETWEEN_ORDERS_MS;
}

/** Checks before any CA request: the customer's hostname must point to the service, and its order budget must have room. */
export function decideOnPreparation(
  domain: DomainIn<'preparing'>,
  observation: PreparationObservation,
  time: TimedDecision,
): Transition {
  switch (observation.kind) {
    case 'still-queued':
      return toQueued(domain, observation.slot, time);
    case 'preflight-passed':
      return toPassed(domain, observation, time);
    case 'preflight-failed':
      return toUnprepared(domain, countedFailure(domain), unreachableDiagnosis(observation), time);
    case 'cname-gone':
      return toUnprepared(
        domain,
        domain,
        { ...unmatchedFinding(observation.dns), evidence: observation.dns.evidence },
        time,
        unmatchedError(domain, observation.dns),
      );
    case 'validation-gone': {
      const { dns } = observation;
      const seen = withValidationSeen(domain, dns);
      return toUnprepared(
        domain,
        seen,
        { ...validationFinding(dns), evidence: dns.evidence },
        time,
        validationError(domain, dns),
      );
    }
    case 'caa-forbids':
      return toUnprepared(domain, domain, observation.diagnosis, time);
    case 'window-over':
      return toWindowOver(domain, time);
  }
}

type Passed = Extract<PreparationObservation, { kind: 'preflight-passed' }>;

/** Without a slot, the key and the CSR are stored with the queued name. */
function toPassed(domain: DomainIn<'preparing'>, seen: Passed, time: TimedDecision): Transition {
  const { slot, sealedKey, csr } = seen;
  const withKey: DomainIn<'preparing'> = { ...domain, issuance: { ...domain.issuance, sealedKey, csr } };
  switch (slot.kind) {
    case 'slot-queued':
      return toQueued(withKey, slot, time);
    case 'slot-kept':
      return toKept(withKey, domain.issuance.waitsSince !== undefined, time);
    case 'slot-not-before':
      return toDelayed(withKey, slot, time);
    case 'slot-granted':
      return withSpends(toPrepared(withKey, seen, slot.grantedAt, time), slot.spends);
    case 'slot-not-needed':
      return toPrepared(withKey, seen, undefined, time);
  }
}

/**
 * The first slot begins the issuance window; an order after a lost one continues in it. A hostname that passed the HTTP preflight
 * points to the service, whatever an earlier DNS check found. DNS validation proves nothing about that.
 */
function toPrepared(
  domain: DomainIn<'preparing'>,
  { sealedKey, csr, isUnproven, caa }: Passed,
  slotGrantedAt: string | undefined,
  time: TimedDecision,
): Transition {
  const rest = omit(domain.issuance, 'preflightDeadlineAt', 'place', 'waitsSince', 'slotGrantedAt');
  const before = isUnproven ? rest : omit(rest, 'preflightFailures');
  const slot = slotGrantedAt !== undefined && { slotGrantedAt };
  const issuanceDeadlineAt = before.issuanceDeadlineAt ?? addSeconds(time.now, time.timings.issuanceWindowSeconds);
  const prepared = { preparedAt: time.now.toISOString(), ...(caa && { caa }) };
  const issuance = { ...before, issuanceDeadlineAt, sealedKey, csr, ...slot, ...prepared };
  const orderedUnproven = isUnproven && { orderedUnprovenAt: time.now.toISOString() };
  const leadsHere = domain.validation ? domain : { ...withCnameFound(domain), dnsStatus: 'validated' as const };
  return transitionTo(
    toInProgress({ ...leadsHere, ...orderedUnproven, phase: 'ordering', issuance }, time.now),
    'certificate.prepared',
    domain.dnsStatus === 'error' && leadsHere.dnsStatus === 'validated' ? ['domain.dns_restored'] : [],
  );
}

type Failed = Omit<Extract<PreparationObservation, { kind: 'preflight-failed' }>, 'kind'>;

/** Includes the agent's findings, so that nobody looks for the fault there. */
export function unreachableDiagnosis({
  serverConnected,
  whyNot,
  seenByAgent,
  reason,
  observed,
  evidence,
}: Failed): Obstacle['diagnosis'] {
  if (!serverConnected) return { code: 'server_not_connected', ...whyNot, evidence };
  if (seenByAgent) return { code: 'challenge_unreachable', reason: 'reached_by_agent', evidence };
  return { code: 'challenge_unreachable', ...(reason && { reason }), ...(observed !== undefined && { observed }), evidence };
}

function countedFailure(domain: DomainIn<'preparing'>): DomainIn<'preparing'> {
  return { ...domain, issuance: { ...domain.issuance, preflightFailures: withAnotherFailure(domain.issuance) } };
}

/** Without a slot, the first obstacle begins the window: a server that is never connected must not wait for ever. */
function toUnprepared(
  before: DomainIn<'preparing'>,
  domain: DomainIn<'preparing'>,
  diagnosis: Obstacle['diagnosis'],
  time: TimedDecision,
  error?: DomainError,
): Transition {
  const endsAt =
    domain.issuance.issuanceDeadlineAt ??
    domain.issuance.preflightDeadlineAt ??
    addSeconds(time.now, time.timings.issuanceWindowSeconds);
  const isGranted = domain.issuance.issuanceDeadlineAt !== undefined;
  // The slot is given up: a caller with many kept slots could use them all at once.
  const kept = omit(domain.issuance, 'slotGrantedAt', 'waitsSince');
  const issuance = isGranted ? kept : { ...kept, preflightDeadlineAt: endsAt };
  const obstacle: Obstacle = {
    diagnosis,
    risk: diagnosis.code,
    waitSeconds: troublePause(time.timings.preflightRetrySeconds, endsAt, time),
    ...(error && { error }),
  };
  return toObstructed(before, { ...domain, issuance }, obstacle, time);
}
