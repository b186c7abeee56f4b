import { beforeEach, describe, expect, it } from 'vitest';
import { queueMetrics } from '../../../lambdas/ca-limits/dispatch.ts';
import { intervalMs } from '../../../lambdas/ca-limits/gcra.ts';
import { organizationLimit } from '../../../lambdas/ca-limits/order-limits.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { aDomain, later } from '../a-domain.ts';
import { clock, dynamo, meanwhile, table } from '../api/api-caller.ts';
import { requestsTo } from '../held-items.ts';
import { ACME, AQueue, minutesLater, SLOT_MS } from './a-queue.ts';

let queue: AQueue;
beforeEach(() => {
  queue = new AQueue();
});

describe('the dispatcher of orders', () => {
  it('is not needed where there is room: a name costs its step a read of its server, the switches and the budgets and a check of the queue, and its transaction has the rest', async () => {
    expect(await queue.arrives(1)).toBe('granted');
    expect(requestsTo(dynamo)).toEqual([
      ...['GetItem', 'GetItem', 'GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems'],
      'GetItem', // the test's own read
    ]);
  });

  it("delays another organization's single name by no slot after a bulk", async () => {
    for (let id = 1; id <= 8; id += 1) await queue.arrives(id, 'org_bulk');
    expect(queue.places()).toHaveLength(6); // the first two found room and were not queued
    expect(await queue.arrives(9, 'org_victim')).toBe('queued');
    clock.now = later(SLOT_MS);
    expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
    clock.now = later(2 * SLOT_MS);
    await queue.run();
    expect(await queue.granted([3, 4, 5, 6, 7, 8, 9])).toEqual([3, 9]);
  });

  it('grants what there is room for and no more, each name once, and each grant asks for its execution', async () => {
    for (let id = 1; id <= 8; id += 1) await queue.arrives(id);
    minutesLater(1);
    const both = await Promise.all([queue.run(), queue.run()]);
    expect(both.reduce((sum, { granted }) => sum + granted, 0)).toBeLessThanOrEqual(2);
    minutesLater(30);
    await queue.run();
    minutesLater(31);
    await queue.run();
    const attempts = queue.executions();
    expect(new Set(attempts).size).toBe(attempts.length);
    expect(await queue.granted([3, 4, 5, 6, 7, 8])).toHaveLength(attempts.length);
    expect(queue.places()).toHaveLength(6 - attempts.length);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
  });

  it('that is killed before its grant has spent nothing and loses no name, and one that is killed after it grants none twice', async () => {
    for (let id = 1; id <= 3; id += 1) await queue.arrives(id);
    minutesLater(1);
    const killed = { transact: async () => Promise.reject(new Error('killed')) };
    await expect(queue.run(killed)).rejects.toThrow('killed');
    expect(queue.places()).toHaveLength(1);
    expect(queue.accountArrivalMs()).toBe(later(2 * SLOT_MS).getTime());
    const after = {
      transact: async (writes: Parameters<typeof table.transact>[0]) => {
        await table.transact(writes);
        throw new Error('killed');
      },
    };
    minutesLater(2);
    await expect(queue.run(after)).rejects.toThrow('killed');
    expect(queue.executions()).toHaveLength(1);
    expect(queue.accountArrivalMs()).toBe(later(5 * SLOT_MS).getTime());
    minutesLater(3);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
    expect(queue.executions()).toHaveLength(1);
  });

  it('gives the slot of a name that no longer waits when it is granted to the next one', async () => {
    for (let id = 1; id <= 4; id += 1) await queue.arrives(id);
    clock.now = later(SLOT_MS);
    const { version, ...third } = await queue.row(3);
    meanwhile(() => queue.keep({ ...third, version: version + 1, phase: 'failed' } as never));
    expect(await queue.run()).toEqual({ granted: 1, dropped: 1 });
    expect(await queue.granted([4])).toEqual([4]);
  });

  it('gives the slot of a name that still waits to that name, whoever wrote its row or used its day meanwhile', async () => {
    for (let id = 1; id <= 5; id += 1) await queue.arrives(id);
    clock.now = later(SLOT_MS);
    const third = await queue.row(3);
    meanwhile(() => queue.keep({ ...third, version: third.version + 1 }));
    expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
    minutesLater(10);
    const { key, limit } = organizationLimit(ACME, 'org_A');
    const used = { ...keys.caBudget(ACME.directoryUrl, key), arrivalMs: clock.now.getTime() + intervalMs(limit) };
    meanwhile(() => queue.held.set(`${used.pk}|${used.sk}`, used));
    expect(await queue.run()).toEqual({ granted: 2, dropped: 0 });
    expect(await queue.granted([3, 4, 5])).toEqual([3, 4, 5]);
  });

  it('removes the place of a name that no longer waits there, without a slot', async () => {
    for (let id = 1; id <= 4; id += 1) await queue.arrives(id);
    const row = await queue.row(3);
    const third = { ...row, execution: omit(row.execution, 'resumeAt') };
    queue.keep({ ...third, phase: 'failed' } as never);
    clock.now = later(SLOT_MS);
    expect(await queue.run()).toEqual({ granted: 1, dropped: 1 });
    expect(await queue.granted([4])).toEqual([4]);
    expect(queue.places()).toEqual([]);
  });

  it('leaves a name alone whose own execution is at work on it', async () => {
    for (let id = 1; id <= 4; id += 1) await queue.arrives(id);
    const row = await queue.row(3);
    const third = { ...row, execution: omit(row.execution, 'resumeAt') };
    queue.keep(third as Domain);
    clock.now = later(SLOT_MS);
    expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
    expect(await queue.granted([4])).toEqual([4]);
    expect(queue.places()).toHaveLength(1);
  });

  it('passes over an organization whose day is spent, and keeps its places', async () => {
    queue.acme = { ...ACME, ordersPerOrganizationPerDay: 3 };
    for (let id = 1; id <= 6; id += 1) await queue.arrives(id, 'org_bulk');
    await queue.arrives(7, 'org_victim');
    minutesLater(10);
    await queue.run();
    minutesLater(20);
    await queue.run();
    expect(await queue.granted([3, 4, 5, 6, 7])).toEqual([3, 7]);
    expect(queue.places()).toHaveLength(3);
    expect((await queue.row(4)).execution.resumeAt).toBeDefined();
  });

  it('serves renewals and further orders beside first certificates', async () => {
    await queue.arrives(1);
    await queue.arrives(2);
    const { served } = aDomain('active');
    for (let id = 3; id <= 12; id += 1) await queue.arrives(id, 'org_bulk');
    await queue.arrives(13, 'org_A', { served } as Partial<Domain>);
    for (let slot = 1; slot <= 5; slot += 1) {
      clock.now = later(slot * SLOT_MS);
      await queue.run();
    }
    expect(await queue.granted([13])).toEqual([13]);
  });
});

describe('what is measured of the queue', () => {
  it('is how many wait, and the longest wait', async () => {
    for (let id = 1; id <= 4; id += 1) {
      await queue.arrives(id);
      clock.now = new Date(clock.now.getTime() + 1_000);
    }
    expect(queueMetrics(await queue.ports().caQueue.waiting(), clock.now)).toEqual({ CaQueueLength: 2, CaQueueOldestSeconds: 2 });
  });

  it('is nothing while nobody waits', async () => {
    expect(queueMetrics(await queue.ports().caQueue.waiting(), clock.now)).toEqual({});
  });
});
