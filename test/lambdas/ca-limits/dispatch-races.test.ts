import { beforeEach, describe, expect, it } from 'vitest';
import { tagOf } from '../../../lambdas/ca-limits/fair-queue.ts';
import type { DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { HOUR, later } from '../a-domain.ts';
import { clock, dynamo, table } from '../api/api-caller.ts';
import { requestsTo } from '../held-items.ts';
import { ACME, AQueue, minutesLater, SLOT_MS } from './a-queue.ts';

let queue: AQueue;
beforeEach(() => {
  queue = new AQueue();
});

/** A slow clock: each reading takes this long. */
const TICK_MS = 8;
const transactions = () => requestsTo(dynamo).filter((action) => action.startsWith('TransactWrite')).length;

describe('two dispatchers of orders at once', () => {
  it('grant one name where there is room for one', async () => {
    for (let id = 1; id <= 6; id += 1) await queue.arrives(id);
    clock.now = later(SLOT_MS);
    const both = await Promise.all([queue.run(), queue.run()]);
    expect(both.map(({ granted }) => granted).toSorted()).toEqual([0, 1]);
    expect(queue.executions()).toHaveLength(1);
    expect(queue.places()).toHaveLength(3);
  });
});

describe('a dispatcher of orders that is slow', () => {
  it.each(Array.from({ length: 20 }, (_, n) => (n + 1) * TICK_MS))(
    'grants each name by one transaction, in their order, to an organization that may have one in %d ms',
    async (interval) => {
      for (let id = 1; id <= 6; id += 1) await queue.arrives(id);
      minutesLater(60);
      queue.acme = { ...ACME, ordersPerOrganizationPerDay: (24 * HOUR) / interval };
      const before = transactions();
      const slow = () => {
        clock.now = new Date(clock.now.getTime() + TICK_MS);
        return clock.now;
      };
      expect(await queue.run({ now: slow })).toEqual({ granted: 2, dropped: 0 });
      expect(await queue.granted([3, 4, 5, 6])).toEqual([3, 4]);
      expect(transactions() - before).toBe(2);
    },
  );

  it('gives the slot of a name that it loses again and again to the next one, and the name keeps its place', async () => {
    for (let id = 1; id <= 4; id += 1) await queue.arrives(id);
    const { place = '' } = (await queue.row(3)).issuance;
    minutesLater(1);
    const transact: typeof table.transact = async (writes) => {
      if (JSON.stringify(writes).includes(place)) throw new LostRace([], undefined);
      await table.transact(writes);
    };
    expect(await queue.run({ transact })).toEqual({ granted: 1, dropped: 0 });
    expect(await queue.granted([3, 4])).toEqual([4]);
    expect(queue.places()).toEqual([place]);
  });
});

describe('a dispatcher of orders that missed its wake-ups', () => {
  it('continues at the front after an hour, with no more than there is room for', async () => {
    for (let id = 1; id <= 8; id += 1) await queue.arrives(id);
    minutesLater(60);
    expect(await queue.run()).toEqual({ granted: 2, dropped: 0 });
    expect(await queue.granted([3, 4, 5, 6, 7, 8])).toEqual([3, 4]);
  });

  it('grants a name that waits without a place when its row has been read, at its former place', async () => {
    for (let id = 1; id <= 4; id += 1) await queue.arrives(id);
    const { place = '' } = (await queue.row(3)).issuance;
    const { pk, sk } = keys.caQueue(ACME.directoryUrl, place);
    expect(queue.held.delete(`${pk}|${sk}`)).toBe(true);
    await queue.checks(3);
    clock.now = later(SLOT_MS);
    await queue.run();
    expect(await queue.granted([3, 4])).toEqual([3]);
  });
});

describe('a name that has left its place', () => {
  it('for another one is granted at that one, once', async () => {
    for (let id = 1; id <= 3; id += 1) await queue.arrives(id);
    const { place: _, ...issuance } = (await queue.row(3)).issuance;
    await queue.asks({ ...(await queue.row(3)), issuance } as DomainIn<'preparing'>);
    expect(queue.places()).toHaveLength(2);
    minutesLater(1);
    expect(await queue.run()).toEqual({ granted: 1, dropped: 1 });
    expect(queue.executions()).toHaveLength(1);
    expect(queue.places()).toEqual([]);
  });
});

describe('an organization in the queue for orders', () => {
  it('with a spent day costs no transaction for each of its names', async () => {
    queue.acme = { ...ACME, ordersPerOrganizationPerDay: 3 };
    for (let id = 1; id <= 12; id += 1) await queue.arrives(id);
    minutesLater(1);
    await queue.run();
    minutesLater(2);
    const before = transactions();
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
    expect(transactions()).toBe(before);
  });

  it('that was away stands where it is served now, and before nobody who has waited', async () => {
    for (let id = 1; id <= 4; id += 1) await queue.arrives(id);
    expect(queue.places().map(tagOf)).toEqual([0, 1]);
    const { pk, sk } = keys.caBudget(ACME.directoryUrl, 'orders');
    queue.held.set(`${pk}|${sk}`, { ...queue.held.get(`${pk}|${sk}`), first: 50 });
    for (let id = 5; id <= 6; id += 1) await queue.arrives(id);
    expect(queue.places().map(tagOf)).toEqual([0, 1, 50, 51]);
  });
});
