import type { DeliveryState } from './delivery.schema.ts';
import type { Webhook } from './webhook.schema.ts';

/** Attempts that a webhook may have under way at once, over all senders: each holds one of these attributes of its row. */
export const SLOTS = ['slot0', 'slot1', 'slot2', 'slot3', 'slot4'] as const;
export type Slot = (typeof SLOTS)[number];

/** So many time-outs in a row open the breaker: then one delivery at a time tries whether the receiver is back. */
export const BREAKER_OPENS_AT = 3;
const LONGEST_PROBE_PAUSE_SECONDS = 1_800;
/** A webhook is not disabled for one or two events that its receiver cannot read. */
const DISABLING_EVENTS = 3;

/** Slots to ask for first; `roll` from 0 to 1 spreads those who ask at once. */
export function firstSlots(wanted: number, roll: number): Slot[] {
  const start = Math.floor(roll * SLOTS.length);
  const inOrder = [...SLOTS.slice(start), ...SLOTS.slice(0, start)];
  return inOrder.slice(0, wanted);
}

/** What a webhook lets be sent to it. */
export type Standing =
  | { kind: 'deleted' }
  | { kind: 'disabled' }
  | { kind: 'open'; webhook: Webhook }
  | { kind: 'full' }
  | { kind: 'free'; slots: Slot[] };

/** What the row says that was found where slots were refused. A probe passes an open breaker. */
export function standing(found: Webhook | undefined, isProbe: boolean, now: Date): Standing {
  if (!found) return { kind: 'deleted' };
  if (found.status === 'disabled') return { kind: 'disabled' };
  if (isBreakerOpen(found) && !isProbe) return { kind: 'open', webhook: found };
  const slots = SLOTS.filter((slot) => (found[slot] ?? '') < now.toISOString());
  return slots.length > 0 ? { kind: 'free', slots } : { kind: 'full' };
}

export function isBreakerOpen({ timeoutsInRow = 0 }: Pick<Webhook, 'timeoutsInRow'>): boolean {
  return timeoutsInRow >= BREAKER_OPENS_AT;
}

/** How long the next probe waits after so many in vain: twice as long each time, up to half an hour. */
export function probePauseSeconds(probes: number, { firstProbeSeconds }: { firstProbeSeconds: number }): number {
  return Math.min(firstProbeSeconds * 2 ** probes, LONGEST_PROBE_PAUSE_SECONDS);
}

/** A receiver is advised to answer within these (specification, section 6). One that takes longer holds up whoever sends to it. */
const SLOW_MS = 5_000;

export function tookLong({ milliseconds }: { milliseconds: number }): boolean {
  return milliseconds > SLOW_MS;
}

/** Whether a webhook is served in the slow lane, so that it holds up none but its like. */
export function isSlow({ timeoutsInRow = 0, isSlow: tookLongLast = false }: Pick<Webhook, 'timeoutsInRow' | 'isSlow'>): boolean {
  return timeoutsInRow > 0 || tookLongLast;
}

/** One attempt as it counts for its webhook. */
export interface AttemptSeen {
  at: string;
  milliseconds: number;
  state: DeliveryState;
  timedOut: boolean;
  /** The receiver asked for no more (410). */
  gone: boolean;
  /** A test is no event: its failure disables nothing, but its success shows that the receiver is well. */
  isTest: boolean;
}

/** What attempts in the order of their ends add to the row. `anew`: something among them ended what was counted before. */
export interface Tally {
  last?: AttemptSeen;
  /** Some took long. */
  slow: boolean;
  timeouts: { anew: boolean; count: number };
  failures: { anew: boolean; since?: string; events: number };
  gone: boolean;
}

export function tallied(attempts: readonly AttemptSeen[]): Tally {
  const lastAnswer = attempts.findLastIndex(({ timedOut }) => !timedOut);
  const lastSuccess = attempts.findLastIndex(({ state }) => state === 'succeeded');
  const failed = attempts.slice(lastSuccess + 1).filter(({ isTest }) => !isTest);
  const last = attempts.at(-1);
  const since = failed[0]?.at;
  return {
    ...(last && { last }),
    slow: attempts.some(tookLong),
    timeouts: { anew: lastAnswer >= 0, count: attempts.length - 1 - lastAnswer },
    failures: {
      anew: lastSuccess >= 0,
      ...(since !== undefined && { since }),
      events: failed.filter(({ state }) => state === 'failed').length,
    },
    gone: attempts.some(({ gone }) => gone),
  };
}

/** Whether no more is sent of what is at hand: the receiver hangs, or is gone. */
export function endsSending(tally: Tally): boolean {
  return tally.gone || tally.timeouts.count >= BREAKER_OPENS_AT;
}

/** What follows for a webhook, once its row holds what was seen. */
export type Verdict = { kind: 'none' } | { kind: 'open' } | { kind: 'close' } | { kind: 'disable'; because: 'gone' | 'failing' };

export function verdict(row: Webhook, gone: boolean, now: Date, rules: { disableAfterSeconds: number }): Verdict {
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
