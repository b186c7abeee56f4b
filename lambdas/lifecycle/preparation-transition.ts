import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { PreparationObservation } from './issuance-observation.ts';
import { inProgress, type Obstacle, obstructed, windowOver } from './obstacle.ts';
import { troublePause } from './pace/backoff.ts';
import { notBefore, queued } from './queued-transition.ts';
import { becomes, spending, type Transition, withCnameFound } from './transition.ts';
import { withAnotherFailure } from './unproven-order.ts';

/** Before anything is asked of the CA: the customer's name must lead to us, and our own budget must have a place. */
export function decideOnPreparation(
  domain: DomainIn<'preparing'>,
  observation: PreparationObservation,
  now: Date,
  timings: Timings,
): Transition {
  switch (observation.kind) {
    case 'still-queued':
      return queued(domain, observation.slot, now, timings);
    case 'preflight-passed':
      return passed(domain, observation, now, timings);
    case 'preflight-failed':
      return unprepared(domain, countedFailure(domain), unreachable(observation), now, timings);
    case 'cname-gone':
      return unprepared(domain, domain, { code: 'cname_not_found', evidence: observation.evidence }, now, timings);
    case 'caa-forbids':
      return unprepared(domain, domain, observation.diagnosis, now, timings);
    case 'window-over':
      return windowOver(domain, now, timings);
  }
}

type Passed = Extract<PreparationObservation, { kind: 'preflight-passed' }>;

/** Where there is no slot, the key and the CSR wait with the name. */
function passed(domain: DomainIn<'preparing'>, seen: Passed, now: Date, timings: Timings): Transition {
  const { slot, sealedKey, csr } = seen;
  const withKey: DomainIn<'preparing'> = { ...domain, issuance: { ...domain.issuance, sealedKey, csr } };
  switch (slot.kind) {
    case 'slot-queued':
      return queued(withKey, slot, now, timings);
    case 'slot-not-before':
      return notBefore(withKey, slot, now, timings);
    case 'slot-granted':
      return spending(prepared(withKey, seen, slot.grantedAt, now, timings), slot.spends);
    case 'slot-not-needed':
      return prepared(withKey, seen, undefined, now, timings);
  }
}

/**
 * The first granted slot begins the issuance window; an order after a lost one goes on in it. A name that answered for us leads to us,
 * whatever an earlier look at its DNS has found.
 */
function prepared(
  domain: DomainIn<'preparing'>,
  { sealedKey, csr, isUnproven, caa }: Passed,
  slotGrantedAt: string | undefined,
  now: Date,
  timings: Timings,
): Transition {
  const { preflightDeadlineAt: _, preflightFailures, place: __, waitsSince: ___, slotGrantedAt: ____, ...rest } = domain.issuance;
  const before = { ...rest, ...(isUnproven && preflightFailures !== undefined && { preflightFailures }) };
  const slot = slotGrantedAt !== undefined && { slotGrantedAt };
  const issuanceDeadlineAt = before.issuanceDeadlineAt ?? addSeconds(now, timings.issuanceWindowSeconds);
  const looked = { preparedAt: now.toISOString(), ...(caa && { caa }) };
  const issuance = { ...before, issuanceDeadlineAt, sealedKey, csr, ...slot, ...looked };
  const orderedUnproven = isUnproven && { orderedUnprovenAt: now.toISOString() };
  return becomes(
    inProgress({ ...withCnameFound(domain), ...orderedUnproven, dnsStatus: 'validated', phase: 'ordering', issuance }, now),
    'certificate.prepared',
    domain.dnsStatus === 'error' ? ['domain.dns_restored'] : [],
  );
}

type Failed = Omit<Extract<PreparationObservation, { kind: 'preflight-failed' }>, 'kind'>;

/** What its own agent sees is said, so that nobody looks for the fault where there is none. */
export function unreachable({ serverConnected, seenByAgent, reason, observed, evidence }: Failed): Obstacle['diagnosis'] {
  if (!serverConnected) return { code: 'server_not_connected', evidence };
  if (seenByAgent) return { code: 'challenge_unreachable', reason: 'reached_by_agent', evidence };
  return { code: 'challenge_unreachable', ...(reason && { reason }), ...(observed !== undefined && { observed }), evidence };
}

function countedFailure(domain: DomainIn<'preparing'>): DomainIn<'preparing'> {
  return { ...domain, issuance: { ...domain.issuance, preflightFailures: withAnotherFailure(domain.issuance) } };
}

/** Before any slot the window begins with the first obstacle: a server that is never connected must not wait for ever. */
function unprepared(
  before: DomainIn<'preparing'>,
  domain: DomainIn<'preparing'>,
  diagnosis: Obstacle['diagnosis'],
  now: Date,
  timings: Timings,
): Transition {
  const endsAt =
    domain.issuance.issuanceDeadlineAt ?? domain.issuance.preflightDeadlineAt ?? addSeconds(now, timings.issuanceWindowSeconds);
  const isGranted = domain.issuance.issuanceDeadlineAt !== undefined;
  // A slot is not kept until the obstacle is gone: whoever kept many could use them all at once.
  const { slotGrantedAt: _, waitsSince: __, ...kept } = domain.issuance;
  const issuance = isGranted ? kept : { ...kept, preflightDeadlineAt: endsAt };
  const details = { domain: domain.url, expected_target: domain.cnameTarget };
  const obstacle: Obstacle = {
    diagnosis,
    risk: diagnosis.code,
    waitSeconds: troublePause(timings.preflightRetrySeconds, endsAt, now, timings),
    ...(diagnosis.code === 'cname_not_found' && { error: { code: 'cname_not_found', details } }),
  };
  return obstructed(before, { ...domain, issuance }, obstacle, now, timings);
}
