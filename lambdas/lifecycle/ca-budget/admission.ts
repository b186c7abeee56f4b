import { type ArrivalMs, type Limit, roomFromMs } from './gcra.ts';

/** A limited thing, as it stands. */
export interface LimitUse {
  limit: Limit;
  arrivalMs: ArrivalMs;
}

export type Admission =
  /** There is room, and nobody to wait behind: one is to be taken of each. */
  | { kind: 'now' }
  /** No place in the queue would help: the CA issues no more for this hostname, or for its registered domain. */
  | { kind: 'not-before'; atMs: number }
  | { kind: 'queue' };

/** May a name that has no slot yet be ordered? What is spent for it alone comes first: it would get its turn in vain. */
export function admission(
  { hostname, shared, isWaitedFor }: { hostname: readonly LimitUse[]; shared: readonly LimitUse[]; isWaitedFor: boolean },
  nowMs: number,
): Admission {
  const atMs = lastRoomMs(hostname);
  if (atMs > nowMs) return { kind: 'not-before', atMs };
  return isWaitedFor || lastRoomMs(shared) > nowMs ? { kind: 'queue' } : { kind: 'now' };
}

function lastRoomMs(uses: readonly LimitUse[]): number {
  return Math.max(0, ...uses.map(({ limit, arrivalMs }) => roomFromMs(limit, arrivalMs)));
}
