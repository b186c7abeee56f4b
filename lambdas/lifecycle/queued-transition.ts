import type { Timings } from '../../contract/stack/timings.schema.ts';
import { evidence } from '../model/domains/diagnosis/evidence.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import type { SlotNotBefore, SlotQueued } from './issuance-observation.ts';
import { inProgress } from './obstacle.ts';
import { longestWait, queueWait } from './pace/silence.ts';
import { resumed } from './recovery/restart.ts';

import { rests, spending, type Transition, withFound } from './transition.ts';

const SHARE_OF_WAIT = 1 / 4;

/**
 * No execution waits: the row rests, and what wakes it is the grant, or its own due time, should that never come. Waiting for our own budget is
 * nobody's obstacle: a window that an earlier one began ends.
 */
export function queued(
  domain: DomainIn<'preparing'>,
  { place, ahead, expectedAt, spends }: Omit<SlotQueued, 'kind'>,
  now: Date,
  timings: Timings,
): Transition {
  const said = `place ${ahead + 1}, expected at ${expectedAt}`;
  const seconds = (Date.parse(expectedAt) - now.getTime()) / 1000;
  return spending(rests(waiting(domain, { place }, said, now), 'certificate.queued', queueWait(seconds, timings)), spends);
}

/** Nobody's turn comes sooner by waiting in the queue. More and more rarely, because of many only one gets what is given back. */
export function notBefore(
  domain: DomainIn<'preparing'>,
  { at }: Omit<SlotNotBefore, 'kind'>,
  now: Date,
  timings: Timings,
): Transition {
  const since = Date.parse(domain.issuance.waitsSince ?? now.toISOString());
  const seconds = Math.max((Date.parse(at) - now.getTime()) / 1000, ((now.getTime() - since) / 1000) * SHARE_OF_WAIT);
  const wait = Math.min(Math.ceil(seconds), longestWait(timings));
  return rests(waiting(domain, {}, `not before ${at}`, now), 'certificate.queued', Math.max(1, wait));
}

function waiting(domain: DomainIn<'preparing'>, where: { place?: string }, said: string, now: Date): Domain {
  const { preflightDeadlineAt: _, slotGrantedAt: __, place: ___, ...issuance } = domain.issuance;
  const waits = { ...issuance, ...where, waitsSince: issuance.waitsSince ?? now.toISOString() };
  const next = inProgress({ ...domain, issuance: waits }, now);
  // A domain that is served stays as it is: its renewal is in no hurry.
  if (diagnosisOf(next).diagnosis.code !== 'in_progress') return next;
  const seen = evidence('acme', 'our orders at the certificate authority', said, now);
  return withFound(next, { code: 'ca_rate_limited', evidence: [seen] }, now);
}

/** Its turn has come: the next attempt orders. An issuance window that had begun stood still while it waited. */
export function granted(domain: DomainIn<'preparing'>, now: Date, timings: Timings): Domain {
  const { place: _, waitsSince, issuanceDeadlineAt, ...issuance } = domain.issuance;
  const waitedMs = waitsSince === undefined ? 0 : now.getTime() - Date.parse(waitsSince);
  const moved = issuanceDeadlineAt && new Date(Date.parse(issuanceDeadlineAt) + waitedMs).toISOString();
  const slot = { slotGrantedAt: now.toISOString(), ...(moved && { issuanceDeadlineAt: moved }) };
  return resumed(inProgress({ ...domain, issuance: { ...issuance, ...slot } }, now), now, timings);
}
