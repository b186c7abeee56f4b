import type { Timings } from '../../contract/stack/timings.schema.ts';
import { evidence } from '../model/domains/diagnosis/evidence.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { AboutCas, CaPassedOver, CaUnavailable, FallbackFull, SlotFirst } from './issuance-observation.ts';
import { type Issuing, inProgress, obstructed } from './obstacle.ts';
import { obstacleOf, withoutOrder, withoutSlot } from './order-trouble.ts';

import { becomes, spending, stays, type Transition, withFound } from './transition.ts';

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

/** No CA was heard, or another is to be. */
export function decideOnCas(domain: AtCa, said: AboutCas, now: Date, timings: Timings): Transition {
  switch (said.kind) {
    case 'ca-unavailable':
      return decideOnUnavailable(domain, said, now, timings);
    case 'fallback-full':
      return decideOnFallbackFull(domain, said, now);
    case 'ca-passed-over':
      return decideOnPassedOver(resumedAtCa(domain, now, timings), said, now, timings);
    case 'slot-first':
      return decideOnSlotFirst(domain, said);
    case 'preflight-due': {
      const resumed = resumedAtCa(domain, now, timings);
      if (resumed.phase !== 'ordering') return stays(domain, said.waitSeconds);
      return becomes(withoutSlot(resumed), 'preflight.repeated', [], said.waitSeconds);
    }
  }
}

/** The order is placed by the next turn: what was taken for it is in the row by then, and a repeat does not take it again. */
function decideOnSlotFirst(domain: AtCa, { ca: slotCa, slot }: SlotFirst): Transition {
  if (domain.phase !== 'ordering') return stays(domain, 0);
  const issuance = { ...domain.issuance, slotGrantedAt: slot.grantedAt, slotCa };
  return spending(becomes({ ...domain, issuance }, 'certificate.slot_granted'), slot.spends);
}

/** A request has at least so much of its window left when its CA is back, however long that took. */
const LEFT_AFTER_OUTAGE = 1 / 4;

/**
 * Nobody asks a CA that is spared, so the window stands still meanwhile: an outage of days turns no domain that waits into an error, which would
 * come back by itself. The row is written when that begins, when what is said of the CA changes, and when it ends.
 */
function decideOnUnavailable(
  domain: AtCa,
  { problem, retryAfterSeconds }: CaUnavailable,
  now: Date,
  timings: Timings,
): Transition {
  return obstructed(domain, halted(domain, now), obstacleOf(domain, problem, retryAfterSeconds, now), now, timings);
}

/** Waiting for our own budget is nobody's obstacle. */
function decideOnFallbackFull(domain: AtCa, { ca, retryAfterSeconds }: FallbackFull, now: Date): Transition {
  const code = 'ca_rate_limited';
  const isTold = diagnosisOf(domain).diagnosis.code === code || domain.sslStatus === 'active';
  if (domain.issuance.haltedAt !== undefined && isTold) return stays(domain, retryAfterSeconds);
  const next = inProgress(halted(domain, now), now);
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

function halted<D extends AtCa>(domain: D, now: Date): D {
  return { ...domain, issuance: { haltedAt: now.toISOString(), ...domain.issuance } };
}

/** A CA takes its order again: its window goes on where it stood. */
export function resumedAtCa<D extends AtCa>(domain: D, now: Date, { issuanceWindowSeconds }: Timings): D {
  const { haltedAt, ...issuance } = domain.issuance;
  if (haltedAt === undefined) return domain;
  const leftSeconds = (Date.parse(issuance.issuanceDeadlineAt) - Date.parse(haltedAt)) / 1000;
  const left = Math.max(leftSeconds, LEFT_AFTER_OUTAGE * issuanceWindowSeconds);
  return { ...domain, issuance: { ...issuance, issuanceDeadlineAt: addSeconds(now, left) } };
}

/** At once: the next CA in order is another, or the same order of them has changed. */
function decideOnPassedOver(domain: AtCa, { ca, problem, isOfThisName }: CaPassedOver, now: Date, timings: Timings): Transition {
  const { passedOver = [] } = domain.issuance;
  const without = domain.phase === 'ordering' ? domain : withoutOrder(domain);
  const issuance = { ...without.issuance, ...(isOfThisName && { passedOver: [...passedOver, ca] }) };
  return obstructed(domain, { ...without, issuance } as Issuing, obstacleOf(domain, problem, 0, now), now, timings);
}
