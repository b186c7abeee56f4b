import { beforeEach, describe, expect, it } from 'vitest';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, later, said } from '../a-domain.ts';
import { clock, dynamo } from '../api/api-caller.ts';
import { requestsTo } from '../held-items.ts';
import { AQueue, minutesLater, SLOT_MS } from './a-queue.ts';

const target = 'secret.validation.service.net';
const byDns: Partial<Domain> = { validation: { target, state: 'ok' } };
const standing: Partial<Domain> = { validation: { target, state: 'ok', stands: true } };

let queue: AQueue;
let isBehind: boolean;
beforeEach(() => {
  queue = new AQueue();
  isBehind = true;
  queue.isZoneBehind = async () => isBehind;
});

describe('while the writer of the validation zone is behind', () => {
  it('a name that is validated by DNS waits in the queue although there is room, says so, and takes one slot in all', async () => {
    expect(await queue.arrives(1, 'org_A', byDns)).toBe('queued');
    expect(said(await queue.row(1))).toMatchObject({
      diagnosis: { code: 'ca_rate_limited', evidence: [{ answer: expect.stringContaining('validated by DNS') }] },
    });
    minutesLater(30);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
    await queue.checks(1);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
    expect(queue.executions()).toEqual([]);
    expect(queue.accountArrivalMs()).toBeUndefined();

    isBehind = false;
    expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
    expect(await queue.again(1)).toBe('granted');
    expect(queue.accountArrivalMs()).toBe(clock.now.getTime() + SLOT_MS);
  });

  it('names that are validated by HTTP are granted past it, and it is granted before those that came later', async () => {
    await queue.arrives(1, 'org_A', byDns);
    for (const id of [2, 3, 4]) await queue.arrives(id, 'org_A');
    minutesLater(5);
    await queue.run();
    expect(await queue.granted([1, 2, 3, 4])).toEqual([2, 3]);

    isBehind = false;
    clock.now = later(5 * 60_000 + SLOT_MS);
    await queue.run();
    expect(await queue.granted([1, 4])).toEqual([1]);
  });

  describe('a slot that was granted a moment before', () => {
    beforeEach(async () => {
      isBehind = false;
      for (const id of [1, 2, 3]) await queue.arrives(id, 'org_A', byDns);
      minutesLater(1);
      expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
      isBehind = true;
    });

    it('is kept, which the name says once, and is used when the zone has caught up: it costs no other', async () => {
      const taken = queue.accountArrivalMs();
      expect(await queue.again(3)).toBe('slot-kept');
      expect(said(await queue.row(3))).toMatchObject({
        diagnosis: { code: 'ca_rate_limited', evidence: [{ answer: expect.stringContaining('validated by DNS') }] },
      });
      const { version } = await queue.row(3);
      minutesLater(6);
      expect(await queue.again(3)).toBe('slot-kept');
      expect((await queue.row(3)).version).toBe(version);
      minutesLater(10);
      isBehind = false;
      expect(await queue.again(3)).toBe('granted');
      expect([queue.accountArrivalMs(), queue.places()]).toEqual([taken, []]);
    });

    it('is given up after ten minutes, and the name waits in the queue', async () => {
      expect(await queue.again(3)).toBe('slot-kept');
      minutesLater(11);
      expect(await queue.again(3)).toBe('queued');
      expect((await queue.row(3)).issuance.slotGrantedAt).toBeUndefined();
    });
  });

  it('a name that was queued before has its turn only afterwards, too', async () => {
    isBehind = false;
    for (const id of [1, 2, 3]) await queue.arrives(id, 'org_A', byDns);
    isBehind = true;
    minutesLater(5);
    expect(await queue.run()).toEqual({ granted: 0, dropped: 0 });
    expect(queue.places()).toHaveLength(1);
  });

  it('a renewal whose record stands is ordered, and the first order that is to write it waits', async () => {
    const { served } = aDomain('active');
    expect(await queue.arrives(1, 'org_A', { ...standing, served } as Partial<Domain>)).toBe('granted');
    expect(await queue.arrives(2, 'org_A', standing)).toBe('queued');
  });
});

describe('whether the zone is behind', () => {
  it('is not asked for a name that is validated by HTTP, with a slot or in the queue', async () => {
    queue.isZoneBehind = async () => {
      throw new Error('nobody is to ask');
    };
    for (const id of [1, 2, 3]) await queue.arrives(id);
    minutesLater(5);
    expect(await queue.run()).toEqual({ granted: 1, dropped: 0 });
    expect(await queue.again(3)).toBe('granted');
  });

  it('costs a name that is validated by DNS one Query in its step', async () => {
    await queue.arrives(1);
    const byHttp = requestsTo(dynamo).length;
    const another = new AQueue();
    await another.arrives(1, 'org_A', byDns);
    expect(requestsTo(dynamo)).toHaveLength(byHttp + 1);
  });
});
