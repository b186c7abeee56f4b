import { beforeEach, describe, expect, it } from 'vitest';
import { pause, pausedRows, resume, switchNameOf } from '../../../../bin/admin/status/switch-commands.ts';
import { switchStore } from '../../../../lambdas/shared/switches/switches.store.ts';
import { clock, newId, table, tableHolds } from '../../../lambdas/api/api-caller.ts';

let held: ReturnType<typeof tableHolds>;
beforeEach(() => {
  held = tableHolds();
});
const store = switchStore(table);
const ports = { store, clock: () => clock.now, newId };
const ann = { by: 'ann', reason: 'CA incident' };
const bob = { by: 'bob', reason: 'load' };
const audited = () => [...held.values()].filter(({ pk }) => String(pk).startsWith('AUDIT#service#'));
const paused = async () => Object.keys((await store.get()).paused);

/** Concurrent commands: all read before one writes. */
function meeting(people: number): typeof ports {
  const waiting: (() => void)[] = [];
  let reads = 0;
  return {
    ...ports,
    store: {
      ...store,
      get: async () => {
        const read = await store.get();
        reads += 1;
        if (reads < people) await new Promise<void>((resolve) => waiting.push(resolve));
        for (const go of waiting.splice(0)) go();
        return read;
      },
    },
  };
}

describe('a kill switch', () => {
  it('is set with who, when and why, and its audit is written with it', async () => {
    expect(await pause('orders', ann, ports)).toBe(true);
    expect(pausedRows(await store.get())).toEqual([{ paused: 'orders', since: clock.now.toISOString(), ...ann }]);
    expect(audited()).toMatchObject([
      { action: 'service.paused', actor: { type: 'administrator' }, after: { what: 'orders', ...ann } },
    ]);
  });

  it('that is set already keeps who set it first, and nothing is written', async () => {
    await pause('orders', ann, ports);
    expect(await pause('orders', bob, ports)).toBe(false);
    expect(pausedRows(await store.get())).toMatchObject([{ by: 'ann' }]);
    expect(audited()).toHaveLength(1);
  });

  it('is taken back alone: the others stay', async () => {
    await pause('orders', ann, ports);
    await pause('organization org_A', bob, ports);
    expect(await resume('orders', bob, ports)).toBe(true);
    expect(await paused()).toEqual(['organization org_A']);
    expect(await resume('orders', bob, ports)).toBe(false);
    expect(audited().map(({ action }) => action)).toEqual(['service.paused', 'service.paused', 'service.resumed']);
  });

  it.each([0, 1])('that two people set at the same moment holds for both, after %i earlier changes', async (before) => {
    if (before === 1) await pause('ca Test CA', ann, ports);
    const both = meeting(2);
    expect(await Promise.all([pause('orders', ann, both), pause('deliveries', bob, both)])).toEqual([true, true]);
    expect(await paused()).toEqual(expect.arrayContaining(['orders', 'deliveries']));
    expect(audited()).toHaveLength(before + 2);
  });

  it('that one sets while another takes it back ends as the last one wanted, and loses no other', async () => {
    await pause('orders', ann, ports);
    const both = meeting(2);
    await Promise.all([resume('orders', ann, both), pause('organization org_A', bob, both)]);
    expect(await paused()).toEqual(['organization org_A']);
  });
});

describe('the name of a kill switch', () => {
  it.each([
    [['orders', undefined], 'orders'],
    [['deliveries', undefined], 'deliveries'],
    [['ca', 'Test CA'], 'ca Test CA'],
    [['organization', 'org_A'], 'organization org_A'],
  ] as const)('%s is understood', ([what, name], expected) => {
    expect(switchNameOf(what, name)).toBe(expected);
  });

  it.each([
    ['order', undefined],
    ['orders', 'org_A'],
    ['ca', undefined],
    ['organization', undefined],
  ])('%s %s is refused', (what, name) => {
    expect(() => switchNameOf(what, name)).toThrow(/say one of/);
  });
});
