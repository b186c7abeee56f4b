import { beforeEach, describe, expect, it } from 'vitest';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { pauseReader, pausesIn } from '../../../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../a-domain.ts';

let now: Date;
let reads: number;
let item: Record<string, unknown> | undefined;
let isDown: boolean;
beforeEach(() => {
  now = NOW;
  reads = 0;
  item = undefined;
  isDown = false;
});
const passes = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const aProcess = () =>
  pauseReader(
    {
      get: async () => {
        reads += 1;
        if (isDown) throw new Error('throttled');
        return item;
      },
    },
    () => now,
  );
const paused = { ...keys.switches(), version: 1, paused: { orders: { since: NOW.toISOString(), by: 'ann', reason: 'x' } } };

describe('what an operator has paused', () => {
  it('costs a process one read in ten seconds, however many ask at once', async () => {
    const read = aProcess();
    await Promise.all(Array.from({ length: 100 }, read));
    passes(9.9);
    expect((await read()).orders).toBe(false);
    expect(reads).toBe(1);
  });

  it('reaches every process within ten seconds, and so does its end', async () => {
    const read = aProcess();
    await read();
    item = paused;
    passes(10);
    expect((await read()).orders).toBe(true);
    item = { ...paused, version: 2, paused: {} };
    passes(10);
    expect((await read()).orders).toBe(false);
  });

  it('of an organization is its test data, too, and of its test data that alone', () => {
    const isPausedBy = (id: string) => pausesIn({ paused: { [`organization ${id}`]: paused.paused.orders } }).organization;
    expect([isPausedBy('org_A')('org_A'), isPausedBy('org_A')(testTenantOf('org_A'))]).toEqual([true, true]);
    expect([isPausedBy('org_A')('org_B'), isPausedBy(testTenantOf('org_A'))('org_A')]).toEqual([false, false]);
    expect(isPausedBy(testTenantOf('org_A'))(testTenantOf('org_A'))).toBe(true);
  });

  it('is not guessed while the table does not answer, and is known at once when it does', async () => {
    const read = aProcess();
    isDown = true;
    await expect(read()).rejects.toThrow('throttled');
    isDown = false;
    item = paused;
    expect((await read()).orders).toBe(true);
  });
});
