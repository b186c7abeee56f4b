import { addSeconds } from '../../shared/time/instant.ts';
import type { DeliveryState } from './delivery.schema.ts';
import type { Webhook } from './webhook.schema.ts';

/** So many time-outs in a row open the breaker: then one delivery at a time tries whether the receiver is back. */
export const BREAKER_OPENS_AT = 3;
/** A webhook is not disabled for one or two events that its receiver cannot read. */
const DISABLING_EVENTS = 3;

export function isBreakerOpen({ timeoutsInRow = 0 }: Pick<Webhook, 'timeoutsInRow'>): boolean {
  return timeoutsInRow >= BREAKER_OPENS_AT;
}

/** What follows for a webhook, once its row counts what its attempts came to. */
export type BreakerChange =
  | { kind: 'none' }
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'disable'; because: 'gone' | 'failing' };

/** `gone`: its receiver asked for no more. To disable it comes before everything that the breaker may do. */
export function breakerChange(row: Webhook, gone: boolean, now: Date, rules: { disableAfterSeconds: number }): BreakerChange {
  if (row.status === 'disabled') return { kind: 'none' };
  if (gone) return { kind: 'disable', because: 'gone' };
  if (isFailing(row, now, rules)) return { kind: 'disable', because: 'failing' };
  if (isBreakerOpen(row) && row.probeAt === undefined) return { kind: 'open' };
  if (!isBreakerOpen(row) && row.probeAt !== undefined) return { kind: 'close' };
  return { kind: 'none' };
}

/** Nothing but failures for so long, and not of one or two events only. */
export function isFailing(
  { failingSince, failedEvents = 0 }: Webhook,
  now: Date,
  rules: { disableAfterSeconds: number },
): boolean {
  if (failingSince === undefined || failedEvents < DISABLING_EVENTS) return false;
  return now.getTime() - Date.parse(failingSince) >= rules.disableAfterSeconds * 1000;
}

/**
 * A receiver is advised to answer within these (specification, section 6). One that takes longer holds up whoever sends to it.
 */
const SLOW_MS = 5_000;

export function tookLong({ milliseconds }: { milliseconds: number }): boolean {
  return milliseconds > SLOW_MS;
}

/**
 * Whether a webhook is served in the slow lane, so that it holds up none but its like: also a new one, until its first quick
 * answer.
 */
export function isSlow({ timeoutsInRow = 0, isSlow: tookLongLast = false }: Pick<Webhook, 'timeoutsInRow' | 'isSlow'>): boolean {
  return timeoutsInRow > 0 || tookLongLast;
}

/** One attempt as it counts for its webhook. */
export interface CountedAttempt {
  at: string;
  milliseconds: number;
  state: DeliveryState;
  /** There was a complete answer, of whatever status. */
  answered: boolean;
  timedOut: boolean;
  /** The receiver asked for no more (410). */
  gone: boolean;
  /** A test is no event: its failure disables nothing, but its success shows that the receiver is well. */
  isTest: boolean;
}

/** What attempts in the order of their ends add to the row. `anew`: something among them ended what was counted before. */
export interface Tally {
  last?: CountedAttempt;
  /** Some took long: slow. Else some were answered: fast. Absent: nothing was learnt. */
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
  if (attempts.some(tookLong)) return 'slow';
  return attempts.some(({ answered }) => answered) ? 'fast' : undefined;
}

/** Whether no more is sent of what is at hand: the receiver hangs, or is gone. */
export function endsSending(tally: Tally): boolean {
  return tally.gone || tally.timeouts.count >= BREAKER_OPENS_AT;
}

const LONGEST_PROBE_PAUSE_SECONDS = 1_800;

/** How long the next probe of an open breaker waits after so many in vain: twice as long each time, up to half an hour. */
export function probePauseSeconds(probes: number, { firstProbeSeconds }: { firstProbeSeconds: number }): number {
  return Math.min(firstProbeSeconds * 2 ** probes, LONGEST_PROBE_PAUSE_SECONDS);
}

/** Deliveries moved on at first, at most and at least: in a minute, because that is how often somebody looks. */
const FIRST_DRAIN = 100;
const LARGEST_DRAIN = 3_000;
const SMALLEST_DRAIN = 50;

/** What becomes of the deliveries that are parked for a webhook. */
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

/** Twice as many as the last time, if the receiver took them all; half as many, if some were parked again. */
function drainSize({ drainSize: last, drainedAt, parkedAt = '' }: Webhook): number {
  if (last === undefined || drainedAt === undefined) return FIRST_DRAIN;
  return parkedAt > drainedAt ? Math.max(Math.floor(last / 2), SMALLEST_DRAIN) : Math.min(last * 2, LARGEST_DRAIN);
}

/** The index may not show yet what was parked a moment ago: only after this silence is nobody looked for any more. */
const FORGOTTEN_AFTER_MS = 120_000;

export function isNothingParked({ parkedAt = '' }: Webhook, now: Date): boolean {
  return parkedAt < new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
}

/** Half of the silence after which nobody looks for parked deliveries any more. */
const NOTE_LASTS_MS = 60_000;

/**
 * Whether somebody will look at what is parked for a webhook, also if it is parked some seconds from now
 * (lambdas/sender/process-memory.ts).
 */
export function isNoted({ parkedAt = '', stepDueAt }: Pick<Webhook, 'parkedAt' | 'stepDueAt'>, now: Date): boolean {
  return stepDueAt !== undefined && parkedAt > new Date(now.getTime() - NOTE_LASTS_MS).toISOString();
}
