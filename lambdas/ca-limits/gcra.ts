import type { Limit } from '../lifecycle/spend.ts';
import { classesInTurn, QUEUE_CLASSES, type QueueClass, ROUND, virtualTimeAfter } from './fair-queue.ts';

// The generic cell rate algorithm (ITU-T I.371, annex A): a token bucket stored as one instant. It never reserves ahead: the
// answer is now, or not before.

/**
 * The stored state of a limit: its theoretical arrival time, when all that was taken is back. Milliseconds since 1970; absent:
 * nothing was ever taken.
 */
export type ArrivalMs = number | undefined;

/** The time that one unit takes. Rounded up, so that the limit is never exceeded. */
export function intervalMs({ count, windowSeconds }: Limit): number {
  return Math.ceil((windowSeconds * 1000) / count);
}

/** The latest arrival time at which there is room for one more. */
export function latestArrivalMs(limit: Limit, nowMs: number): number {
  return nowMs + (limit.count - 1) * intervalMs(limit);
}

/** The instant, past or future, from which there is room for one more. */
export function availableAtMs(limit: Limit, arrivalMs: ArrivalMs): number {
  return arrivalMs === undefined ? 0 : arrivalMs - (limit.count - 1) * intervalMs(limit);
}

export function arrivalAfterMs(limit: Limit, arrivalMs: ArrivalMs, nowMs: number): number {
  return Math.max(arrivalMs ?? 0, nowMs) + intervalMs(limit);
}

/** One limit that allows no more than either: fewer at once, and less often. */
export function stricter(one: Limit, other: Limit): Limit {
  const count = Math.min(one.count, other.count);
  return { count, windowSeconds: (count * Math.max(intervalMs(one), intervalMs(other))) / 1000 };
}

/** The stored state of a CA account: what its orders have used, and its queue's position. */
export interface AccountState {
  arrivalMs?: ArrivalMs;
  /** The number of the next slot (fair-queue.ts). */
  turn: number;
  virtualTimes: Partial<Record<QueueClass, number>>;
}
export const UNUSED_ACCOUNT: AccountState = { turn: 0, virtualTimes: {} };

type StoredAccount = { arrivalMs?: ArrivalMs; turn?: number | undefined } & Partial<Record<QueueClass, number | undefined>>;

/** The item of the account's limit also holds the queue's state. */
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
  /** The account has no room before `atMs`. */
  | { kind: 'not-before'; atMs: number }
  | { kind: 'nobody-waits' };

/** Decides who gets an account's next slot, given the first name of each class. */
export function nextGrant<Waiting extends { tag: number }>(
  account: AccountState,
  limit: Limit,
  heads: Partial<Record<QueueClass, Waiting>>,
  nowMs: number,
): NextGrant<Waiting> {
  const queueClass = classesInTurn(account.turn).find((each) => heads[each] !== undefined);
  const to = queueClass && heads[queueClass];
  if (!to) return { kind: 'nobody-waits' };
  const atMs = availableAtMs(limit, account.arrivalMs);
  if (atMs > nowMs) return { kind: 'not-before', atMs };
  const virtualTimes = { ...account.virtualTimes, [queueClass]: virtualTimeAfter(account.virtualTimes[queueClass], to.tag) };
  return { kind: 'grant', to, after: { ...withOneTaken(account, limit, nowMs), turn: (account.turn + 1) % ROUND, virtualTimes } };
}

/** An order that bypasses the queue, while nobody waits. */
export function withOneTaken(account: AccountState, limit: Limit, nowMs: number): AccountState {
  return { ...account, arrivalMs: arrivalAfterMs(limit, account.arrivalMs, nowMs) };
}
