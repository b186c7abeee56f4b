import { addSeconds } from '../../shared/time/instant.ts';
import type { DeliveryState } from './delivery.schema.ts';
import type { Webhook } from './webhook.schema.ts';

/** This many consecutive time-outs open the breaker: then one delivery at a time probes the receiver. */
export const BREAKER_OPENS_AT = 3;
/** A webhook is not disabled for one or two events that its receiver cannot read. */
const DISABLING_EVENTS = 3;

export function isBreakerOpen({ timeoutsInRow = 0 }: Pick<Webhook, 'timeoutsInRow'>): boolean {
  return timeoutsInRow >= BREAKER_OPENS_AT;
}

/** The consequence for a webhook, after its row includes the results of its attempts. */
export type BreakerChange =
  | { kind: 'none' }
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'disable'; because: 'gone' | 'failing' };

/** `gone`: the receiver answered 410. Disabling takes precedence over everything that the breaker does. */
export function breakerChange(row: Webhook, gone: boolean, now: Date, rules: { disableAfterSeconds: number }): BreakerChange {
  if (row.status === 'disabled') return { kind: 'none' };
  if (gone) return { kind: 'disable', because: 'gone' };
  if (isFailing(row, now, rules)) return { kind: 'disable', because: 'failing' };
  if (isBreakerOpen(row) && row.probeAt === undefined) return { kind: 'open' };
  if (!isBreakerOpen(row) && row.probeAt !== undefined) return { kind: 'close' };
  return { kind: 'none' };
}

/** True when nothing but failures happened for this long, with more than one or two events. */
export function isFailing(
  { failingSince, failedEvents = 0 }: Webhook,
  now: Date,
  rules: { disableAfterSeconds: number },
): boolean {
  if (failingSince === undefined || failedEvents < DISABLING_EVENTS) return false;
  return now.getTime() - Date.parse(failingSince) >= rules.disableAfterSeconds * 1000;
}

/** Receivers are advised to answer within this time (specification, section 6). A slower one delays the sender. */
const SLOW_MS = 5_000;

export function isSlowAttempt({ milliseconds }: { milliseconds: number }): boolean {
  return milliseconds > SLOW_MS;
}

/** True when a webhook uses the slow lane, where it delays only other slow ones: also a new one, until its first quick answer. */
export function usesSlowLane({
  timeoutsInRow = 0,
  isSlow: tookLongLast = false,
}: Pick<Webhook, 'timeoutsInRow' | 'isSlow'>): boolean {
  return timeoutsInRow > 0 || tookLongLast;
}

/** The facts of an attempt that count for its webhook. */
export interface CountedAttempt {
  at: string;
  milliseconds: number;
  state: DeliveryState;
  /** There was a complete answer of any status. */
  answered: boolean;
  timedOut: boolean;
  /** The receiver asked for no more (410). */
  gone: boolean;
  /** A test is no event: its failure disables nothing, but its success proves that the receiver works. */
  isTest: boolean;
}

/** What attempts, in the order of their ends, add to the row. `anew`: one of them reset the earlier count. */
export interface Tally {
  last?: CountedAttempt;
  /** `slow`: some took long. `fast`: some were answered, none slowly. Absent: there is no new information. */
  lane?: 'slow' | 'fast';
  timeouts: { anew: boolean; count: number };
  failures: { anew: boolean; since?: string; events: number };
  gone: boolean;
}

export function tallyAttempts(attempts: readonly CountedAttempt[]): Tally {
  const lastAnswer = attempts.findLastIndex(({ timedOut }) => !timedOut);
  const lastSuccess = attempts.findLastIndex(({ state }) => state === 'succeeded');
  const failed = attempts.slice(lastSuccess + 1).filter(({ isTest }) => !isTest);
  const last = attempts.at(-1);
  const since = failed[0]?.at;
  const lane = laneAfter(attempts);
  return {
    ...(last && { last }),
    ...(lane && { lane }),
    timeouts: { anew: lastAnswer >= 0, count: attempts.length - 1 - lastAnswer },
    failures: {
      anew: lastSuccess >= 0,
      ...(since !== undefined && { since }),
      events: failed.filter(({ state }) => state === 'failed').length,
    },
    gone: attempts.some(({ gone }) => gone),
  };
}

function laneAfter(attempts: readonly CountedAttempt[]): Tally['lane'] {
  if (attempts.some(isSlowAttempt)) return 'slow';
  return attempts.some(({ answered }) => answered) ? 'fast' : undefined;
}

/** True when no more of the current batch is sent: the receiver hangs, or is gone. */
export function shouldStopSending(tally: Tally): boolean {
  return tally.gone || tally.timeouts.count >= BREAKER_OPENS_AT;
}

const MAX_PROBE_PAUSE_SECONDS = 1_800;

/** The wait for the next probe of an open breaker after this many failures: doubles each time, up to half an hour. */
export function probePauseSeconds(probes: number, { firstProbeSeconds }: { firstProbeSeconds: number }): number {
  return Math.min(firstProbeSeconds * 2 ** probes, MAX_PROBE_PAUSE_SECONDS);
}

/** Deliveries moved on at first, at most and at least, per minute, because the mover runs once a minute. */
const FIRST_DRAIN = 100;
const LARGEST_DRAIN = 3_000;
const SMALLEST_DRAIN = 50;

export type ParkedPlan =
  | { kind: 'give-up' }
  | { kind: 'wait'; until: string }
  | { kind: 'probe'; nextProbeAt: string; probes: number }
  | { kind: 'drain'; size: number };

export function parkedPlan(webhook: Webhook, now: Date, rules: { firstProbeSeconds: number }): ParkedPlan {
  if (webhook.status === 'disabled') return { kind: 'give-up' };
  if (!isBreakerOpen(webhook)) return { kind: 'drain', size: drainSize(webhook) };
  if (webhook.probeAt !== undefined && webhook.probeAt > now.toISOString()) return { kind: 'wait', until: webhook.probeAt };
  const probes = (webhook.probes ?? 0) + 1;
  return { kind: 'probe', probes, nextProbeAt: addSeconds(now, probePauseSeconds(probes, rules)) };
}

/** Double the last size if the receiver took all of them; half if some were parked again. */
function drainSize({ drainSize: last, drainedAt, parkedAt = '' }: Webhook): number {
  if (last === undefined || drainedAt === undefined) return FIRST_DRAIN;
  return parkedAt > drainedAt ? Math.max(Math.floor(last / 2), SMALLEST_DRAIN) : Math.min(last * 2, LARGEST_DRAIN);
}

/** The index may lag behind a recent parking: the mover stops only after this time without one. */
const FORGOTTEN_AFTER_MS = 120_000;

export function isNothingParked({ parkedAt = '' }: Webhook, now: Date): boolean {
  return parkedAt < new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
}

/** Half of the time after which the mover stops. */
const MOVER_SCHEDULED_MS = 60_000;

/**
 * True when the mover will handle a webhook's parked deliveries, also those that are parked some seconds from now
 * (lambdas/webhook-sender/process-memory.ts).
 */
export function isMoverScheduled({ parkedAt = '', stepDueAt }: Pick<Webhook, 'parkedAt' | 'stepDueAt'>, now: Date): boolean {
  return stepDueAt !== undefined && parkedAt > new Date(now.getTime() - MOVER_SCHEDULED_MS).toISOString();
}
