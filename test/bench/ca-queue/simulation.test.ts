/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../renewals/inputs.ts';
import { arrivalsOf, aWorld, BULK, HOSTILE, MILLION } from './a-million-names.ts';
import { longestOfEach, waitsOf } from './report.ts';
import { type Arrival, simulateQueue } from './simulation.ts';

describe('a million names at one account', () => {
  const { arrivals } = arrivalsOf(MILLION);
  const { world, refused, served } = aWorld(MILLION);
  simulateQueue(arrivals, world);

  it('all get their order, and none exceeds a limit', () => {
    expect(served).toHaveLength(MILLION.names);
    expect(refused).toEqual({ account: 0, organization: 0 });
  });

  it('make an organization with one name wait for at most one name of each other waiting organization', () => {
    // Three of ten slots belong to other classes, and the dispatcher runs once a minute.
    const beyond = served.filter(
      ({ tag, queueClass, before, slot, servedSlot, organization }) =>
        queueClass === 'first' &&
        tag === 0 &&
        organization !== BULK &&
        servedSlot - slot > Math.ceil(((before + 1) * 10) / 7) + 1,
    );
    expect(beyond).toEqual([]);
    const [bulk, hostile, others] = waitsOf(served);
    expect(others?.medianMs).toBeLessThan(10 * MINUTE);
    expect(hostile?.medianMs).toBeGreaterThan(100 * (others?.medianMs ?? 0));
    expect(bulk?.medianMs).toBeGreaterThan(hostile?.medianMs ?? 0);
    expect(longestOfEach(served)).toHaveLength(MILLION.organizations - 2);
    expect(longestOfEach(served).at(-1)).toBeLessThan(12 * 60 * MINUTE);
  });
});

describe('the victim of a bulk', () => {
  const DAY_MINUTES = 24 * 60;
  /** Renewals and repeated orders of others wait, too, and exceed the slots. */
  const crowd = (names: number): Arrival[] => [
    ...Array.from({ length: names }, (): Arrival => ({ atMs: 0, organization: BULK, queueClass: 'first' })),
    ...Array.from({ length: names }, (): Arrival => ({ atMs: 0, organization: HOSTILE, queueClass: 'renewal' })),
    ...Array.from({ length: names }, (): Arrival => ({ atMs: 0, organization: HOSTILE, queueClass: 'repeat' })),
  ];

  it.each([1_000, 5_000])('gets one of the next two slots whenever it comes, before %i waiting names', (names) => {
    const VICTIM = 2;
    for (let after = 1; after <= DAY_MINUTES; after += 61) {
      const { world, served, refused } = aWorld({ names, organizations: 3, seed: 1 });
      const victim: Arrival = { atMs: after * MINUTE, organization: VICTIM, queueClass: 'first' };
      simulateQueue([...crowd(names), victim], { ...world, organization: { count: 10_000, windowSeconds: 86_400 } });
      const name = served.find(({ organization }) => organization === VICTIM);
      expect((name?.servedSlot ?? Number.NaN) - (name?.slot ?? 0)).toBeLessThanOrEqual(2);
      expect(refused.account).toBe(0);
    }
  });
});
