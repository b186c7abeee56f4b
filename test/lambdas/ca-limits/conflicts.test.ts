/** @module-tag slow */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Write } from '../../../lambdas/shared/table/table.store.ts';
import { lostRaceMs } from '../../../lambdas/shared/time/clock.gateway.ts';
import { randomFrom } from '../../bench/renewals/inputs.ts';
import { NOW, SECOND } from '../a-domain.ts';
import { clock } from '../api/api-caller.ts';
import { guardRequests } from '../held-items.ts';
import { ACME, AQueue } from './a-queue.ts';

// DynamoDB Local and the emulator run transactions one by one (docs/decisions/0029-the-table-on-amazons-engine.md), so AWS is
// simulated here: a transaction locks its items for a while, and a concurrent transaction on one of them is cancelled. Pauses
// take virtual time.

/** How long a transaction locks its items: about ten milliseconds on AWS. */
const HELD_MS = 10;
/** The state machine's retry after AwsBusy (lib/lifecycle/lifecycle-definition.ts). */
const machineWaitsMs = (run: number, random: number) => random * Math.min(30, 1.3 ** (run - 1)) * SECOND;
/** More than the number of orders, so that each has room. */
const ORDERS_PER_MINUTE = 1_000;
const INTERVAL_MS = 60;

/** Orders that arrive within this many seconds. Each has its own organization, so that they share only the account's item. */
async function ordersWithin(seconds: number, orders: number) {
  const random = randomFrom(1);
  const queue = new AQueue();
  queue.acme = { ...ACME, ordersPerMinute: ORDERS_PER_MINUTE };
  queue.pause = async (lost) => {
    await passes(lostRaceMs(lost, random()));
  };
  const seen = { conflicts: 0, mostRuns: 0, longestMs: 0 };
  const heldUntil = new Map<string, number>();
  let firstAt: number | undefined;
  guardRequests((action, input) => {
    clock.now = new Date();
    if (action !== 'TransactWriteItems') return;
    const keys = keysOf(input as { TransactItems: Write[] });
    const isHeld = keys.map((key) => (heldUntil.get(key) ?? 0) > Date.now());
    if (isHeld.includes(true)) {
      seen.conflicts += 1;
      throw conflict(isHeld);
    }
    firstAt ??= Date.now();
    for (const key of keys) heldUntil.set(key, Date.now() + HELD_MS);
  });
  const order = async (id: number): Promise<string> => {
    await passes(seconds * SECOND * random());
    const begunAt = Date.now();
    for (let run = 1; ; run += 1) {
      try {
        const outcome = await (run === 1 ? queue.arrives(id, `org_${id}`) : queue.again(id));
        seen.mostRuns = Math.max(seen.mostRuns, run);
        seen.longestMs = Math.max(seen.longestMs, Date.now() - begunAt);
        return outcome;
      } catch {
        await passes(machineWaitsMs(run, random()));
      }
    }
  };
  const outcomes = Promise.all(Array.from({ length: orders }, (_, at) => order(at + 1)));
  await vi.advanceTimersByTimeAsync(120 * SECOND);
  const granted = (await outcomes).filter((outcome) => outcome === 'granted').length;
  return { granted, spent: (Number(queue.accountArrivalMs()) - (firstAt ?? 0)) / INTERVAL_MS, ...seen };
}

function passes(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function keysOf({ TransactItems }: { TransactItems: Write[] }): string[] {
  return TransactItems.flatMap((write) => Object.values(write) as { Item?: object; Key?: object }[]).map(({ Item, Key }) => {
    const { pk, sk } = (Item ?? Key) as { pk: string; sk: string };
    return `${pk}|${sk}`;
  });
}

function conflict(isHeld: boolean[]): TransactionCanceledException {
  const CancellationReasons = isHeld.map((held) => ({ Code: held ? 'TransactionConflict' : 'None' }));
  return new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  guardRequests(undefined);
  vi.useRealTimers();
});

describe('orders that meet at the item of their CA account', () => {
  it.each([
    ['sixty at once', 0, 60],
    ['sixty within 0.6 s', 0.6, 60],
  ])('%s, are all granted after some conflicts, and spend one slot each', async (_, seconds, orders) => {
    const { granted, spent, conflicts, mostRuns, longestMs } = await ordersWithin(seconds, orders);
    expect({ granted, spent }).toEqual({ granted: orders, spent: orders });
    expect(conflicts).toBeGreaterThan(0);
    expect(conflicts / orders).toBeLessThan(8);
    expect(mostRuns).toBeLessThanOrEqual(6);
    expect(longestMs).toBeLessThan(30 * SECOND);
  });
});
