import { QUEUE_CLASSES, type QueueClass, startTag } from '../../../lambdas/ca-limits/fair-queue.ts';
import {
  type AccountState,
  type ArrivalMs,
  arrivalAfterMs,
  availableAtMs,
  nextGrant,
  UNUSED_ACCOUNT,
  withOneTaken,
} from '../../../lambdas/ca-limits/gcra.ts';
import { admission } from '../../../lambdas/ca-limits/offer-slot.ts';
import type { Limit } from '../../../lambdas/lifecycle/spend.ts';
import { ClassQueue, type Waiting } from './organizations.ts';

export interface Arrival {
  atMs: number;
  organization: number;
  queueClass: QueueClass;
}

export interface Served extends Waiting {
  servedMs: number;
  /** Number of the account's orders, including this one. */
  servedSlot: number;
}

export interface World {
  account: Limit;
  organization: Limit;
  dispatchEveryMs: number;
  /** Called for each granted order. */
  onOrder: (atMs: number, organization: number, queueClass: QueueClass) => void;
  onServed: (served: Served) => void;
}

/**
 * Names arrive, and a periodic dispatcher grants slots from the front: the service's own decisions, in virtual time. Returns when
 * all are served.
 */
export function simulateQueue(arrivals: readonly Arrival[], world: World): { orders: number; endedMs: number } {
  const queues: Record<QueueClass, ClassQueue> = { first: new ClassQueue(), repeat: new ClassQueue(), renewal: new ClassQueue() };
  const finishTags = new Map<string, number>();
  const ofDay = new Map<number, ArrivalMs>();
  let account: AccountState = UNUSED_ACCOUNT;
  let orders = 0;
  let waiting = 0;

  const order = (atMs: number, organization: number, queueClass: QueueClass) => {
    orders += 1;
    if (queueClass !== 'renewal') ofDay.set(organization, arrivalAfterMs(world.organization, ofDay.get(organization), atMs));
    world.onOrder(atMs, organization, queueClass);
  };

  const arrive = ({ atMs, organization, queueClass }: Arrival) => {
    const shared = [{ limit: world.account, arrivalMs: account.arrivalMs }];
    if (queueClass !== 'renewal') shared.push({ limit: world.organization, arrivalMs: ofDay.get(organization) });
    const queue = queues[queueClass];
    const name = { organization, queueClass, joinedMs: atMs, slot: orders, before: queue.organizations, tag: 0 };
    if (admission({ hostname: [], shared, isWaitedFor: waiting > 0 }, atMs).kind === 'now') {
      account = withOneTaken(account, world.account, atMs);
      order(atMs, organization, queueClass);
      world.onServed({ ...name, servedMs: atMs, servedSlot: orders });
      return;
    }
    const key = `${queueClass} ${organization}`;
    const tag = startTag(account.virtualTimes[queueClass], finishTags.get(key));
    finishTags.set(key, tag + 1);
    queue.join({ ...name, tag });
    waiting += 1;
  };

  const headsAt = (nowMs: number) => {
    const roomOf = (organization: number) => availableAtMs(world.organization, ofDay.get(organization));
    const heads: Partial<Record<QueueClass, Waiting>> = {};
    for (const queueClass of QUEUE_CLASSES) {
      const head = queues[queueClass].head(nowMs, queueClass === 'renewal' ? () => 0 : roomOf);
      if (head) heads[queueClass] = head;
    }
    return heads;
  };

  const dispatch = (nowMs: number) => {
    for (;;) {
      const next = nextGrant(account, world.account, headsAt(nowMs), nowMs);
      if (next.kind !== 'grant') return;
      account = next.after;
      queues[next.to.queueClass].leave(next.to);
      waiting -= 1;
      order(nowMs, next.to.organization, next.to.queueClass);
      world.onServed({ ...next.to, servedMs: nowMs, servedSlot: orders });
    }
  };

  let nowMs = arrivals[0]?.atMs ?? 0;
  let at = 0;
  while (at < arrivals.length || waiting > 0) {
    for (let next = arrivals[at]; next && next.atMs <= nowMs; next = arrivals[at]) {
      arrive(next);
      at += 1;
    }
    dispatch(nowMs);
    nowMs += world.dispatchEveryMs;
  }
  return { orders, endedMs: nowMs };
}
