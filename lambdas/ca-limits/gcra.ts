import type { Limit } from '../lifecycle/spend.ts';
import { classesInTurn, QUEUE_CLASSES, type QueueClass, ROUND, virtualTimeAfter } from './fair-queue.ts';

// The generic cell rate algorithm (ITU-T I.371, annex A), which is a token bucket kept as one instant: what a limit lets through,
// and when. It never books ahead: the answer is now, or not before.

/**
 * What is stored for a limit: its theoretical arrival time, when all that was taken is back. Milliseconds since 1970; absent:
 * nothing was ever taken.
 */
export type ArrivalMs = number | undefined;

/** The time that one takes. Rounded up, so that the limit is never exceeded. */
export function intervalMs({ count, windowSeconds }: Limit): number {
  return Math.ceil((windowSeconds * 1000) / count);
}

/** The latest arrival time at which there is room for one more. */
export function latestArrivalMs(limit: Limit, nowMs: number): number {
  return nowMs + (limit.count - 1) * intervalMs(limit);
}

/** The instant, past or future, from which there is room for one more. */
export function roomFromMs(limit: Limit, arrivalMs: ArrivalMs): number {
  return arrivalMs === undefined ? 0 : arrivalMs - (limit.count - 1) * intervalMs(limit);
}

/** What is kept when one is taken. */
export function arrivalAfterMs(limit: Limit, arrivalMs: ArrivalMs, nowMs: number): number {
  return Math.max(arrivalMs ?? 0, nowMs) + intervalMs(limit);
}

/** One limit that allows no more than either: fewer at once, and less often. */
export function stricter(one: Limit, other: Limit): Limit {
  const count = Math.min(one.count, other.count);
  return { count, windowSeconds: (count * Math.max(intervalMs(one), intervalMs(other))) / 1000 };
}

/** What is kept of a CA account: what its orders have used up, and how far its queue has come. */
export interface AccountState {
  arrivalMs?: ArrivalMs;
  /** Whose slot the next one is (fair-queue.ts). */
  turn: number;
  virtualTimes: Partial<Record<QueueClass, number>>;
}
export const UNUSED_ACCOUNT: AccountState = { turn: 0, virtualTimes: {} };

type StoredAccount = { arrivalMs?: ArrivalMs; turn?: number | undefined } & Partial<Record<QueueClass, number | undefined>>;

/** From what is stored of it: the item of its limit has the rest beside it. */
export function accountState(stored: StoredAccount): AccountState {
  const virtualTimes: Partial<Record<QueueClass, number>> = {};
  for (const each of QUEUE_CLASSES) {
    const tag = stored[each];
    if (tag !== undefined) virtualTimes[each] = tag;
  }
  return { arrivalMs: stored.arrivalMs, turn: stored.turn ?? 0, virtualTimes };
}

export type NextGrant<Waiting> =
  | { kind: 'grant'; to: Waiting; after: AccountState }
  /** The account has no room before. */
  | { kind: 'not-before'; atMs: number }
  | { kind: 'nobody-waits' };

/** Who gets the next slot of an account, among the first name of each class. */
export function nextGrant<Waiting extends { tag: number }>(
  account: AccountState,
  limit: Limit,
  heads: Partial<Record<QueueClass, Waiting>>,
  nowMs: number,
): NextGrant<Waiting> {
  const queueClass = classesInTurn(account.turn).find((each) => heads[each] !== undefined);
  const to = queueClass && heads[queueClass];
  if (!to) return { kind: 'nobody-waits' };
  const atMs = roomFromMs(limit, account.arrivalMs);
  if (atMs > nowMs) return { kind: 'not-before', atMs };
  const virtualTimes = { ...account.virtualTimes, [queueClass]: virtualTimeAfter(account.virtualTimes[queueClass], to.tag) };
  return { kind: 'grant', to, after: { ...withOneTaken(account, limit, nowMs), turn: (account.turn + 1) % ROUND, virtualTimes } };
}

/** An order beside the queue: while nobody waits. */
export function withOneTaken(account: AccountState, limit: Limit, nowMs: number): AccountState {
  return { ...account, arrivalMs: arrivalAfterMs(limit, account.arrivalMs, nowMs) };
}
