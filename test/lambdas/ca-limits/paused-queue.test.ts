import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { said } from '../a-domain.ts';
import { clock } from '../api/api-caller.ts';
import { AQueue, minutesLater } from './a-queue.ts';

let queue: AQueue;
beforeEach(() => {
  queue = new AQueue();
});

/** Writes the switch like its store. Processes cache it for ten seconds. */
function paused(...names: string[]): void {
  const { pk, sk } = keys.switches();
  const pause = { since: clock.now.toISOString(), by: 'ann', reason: 'incident' };
  queue.held.set(`${pk}|${sk}`, { pk, sk, version: 1, paused: Object.fromEntries(names.map((name) => [name, pause])) });
}

describe('while an operator has paused new orders', () => {
  it('names wait in the queue of the CA although there is room, say so, and are granted in their order afterwards', async () => {
    paused('orders');
    for (const id of [1, 2]) expect(await queue.arrives(id)).toBe('queued');
    expect(said(await queue.row(1))).toMatchObject({
      diagnosis: { code: 'ca_rate_limited', evidence: [{ answer: 'paused by the operator of this service' }] },
    });
    minutesLater(60);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
    expect(queue.executions()).toEqual([]);

    paused();
    minutesLater(61);
    expect(await queue.run()).toEqual({ granted: 2, dropped: 0 });
    expect(await queue.granted([1, 2])).toEqual([1, 2]);
  });

  it('nothing is taken of the budget', async () => {
    paused('orders');
    await queue.arrives(1);
    await queue.run();
    expect(queue.accountArrivalMs()).toBeUndefined();
  });

  it('a slot that was granted a moment before is not used, and the name waits again', async () => {
    for (const id of [1, 2, 3]) await queue.arrives(id);
    minutesLater(1);
    expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
    paused('orders');
    clock.now = new Date(clock.now.getTime() + 11_000);
    expect(await queue.again(3)).toBe('queued');
  });
});

describe('while an operator has paused an organization', () => {
  it('its names wait and keep their places, and those of others are granted past them', async () => {
    paused('organization org_A');
    expect(await queue.arrives(1, 'org_A')).toBe('queued');
    for (const id of [2, 3]) await queue.arrives(id, 'org_B');
    minutesLater(5);
    await queue.run();
    expect(await queue.granted([1, 2, 3])).toEqual([2, 3]);
    paused();
    minutesLater(6);
    await queue.run();
    expect(await queue.granted([1])).toEqual([1]);
  });

  it('its renewals wait, too', async () => {
    paused('organization org_A');
    expect(await queue.arrives(1, 'org_A', { sslStatus: 'active' })).toBe('queued');
    minutesLater(5);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
  });
});
