import { classesInTurn, QUEUE_CLASSES, type QueueClass, ROUND, virtualTimeAfter } from './fair-queue.ts';
import { type ArrivalMs, arrivalAfterMs, type Limit, roomFromMs } from './gcra.ts';

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

/** Who gets the next slot of an account, of those who stand first in their class. */
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
