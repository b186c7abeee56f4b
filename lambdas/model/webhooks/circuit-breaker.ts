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

/** A receiver is advised to answer within these (specification, section 6). One that takes longer holds up whoever sends to it. */
const SLOW_MS = 5_000;

export function tookLong({ milliseconds }: { milliseconds: number }): boolean {
  return milliseconds > SLOW_MS;
}

/** Whether a webhook is served in the slow lane, so that it holds up none but its like: also a new one, until its first quick answer. */
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

export function tallied(attempts: readonly CountedAttempt[]): Tally {
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
