import { describe, expect, it } from 'vitest';
import type { Position } from '../../../../lambdas/model/domains/watch-cursor.store.ts';
import { type Day, slotsDue } from '../../../../lambdas/renewal-scan/daily-checks/day-slots.ts';
import { slotText, WATCH_SLOTS } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';

const DAY = 24 * HOUR;
const day: Day = { seconds: 86_400, shift: 0 };
const NOON = WATCH_SLOTS / 2;

/** The first and last slot of each due range. */
const due = (position: Position | undefined, now = NOW, of = day) =>
  slotsDue(position, now, of).map(({ first, last }) => [first, last]);

describe('the slots that are due', () => {
  it('are those that have had their turn since the last run', () => {
    // NOW is noon. An hour has 65,536 / 24 = 2,730.67 slots.
    expect(due({ until: iso(-HOUR) })).toEqual([[NOON - 2_730, NOON]]);
  });

  it('of the second visit are half a day behind', () => {
    expect(due({ until: iso(-HOUR) }, NOW, { ...day, shift: 0.5 })).toEqual([
      [WATCH_SLOTS - 2_730, WATCH_SLOTS - 1],
      [0, 0],
    ]);
  });

  it('go past midnight in two ranges', () => {
    const midnight = later(DAY / 2);
    expect(due({ until: new Date(midnight.getTime() - HOUR).toISOString() }, new Date(midnight.getTime() + HOUR))).toEqual([
      [WATCH_SLOTS - 2_730, WATCH_SLOTS - 1],
      [0, 2_730],
    ]);
  });

  it.each([
    ['that was just visited', { until: iso(0) }],
    ['that another clock has visited already, a moment ahead', { until: iso(5_000) }],
    ['that a clock has visited ahead, up to an hour', { until: iso(HOUR) }],
  ])('are none %s', (_, position) => {
    expect(due(position)).toEqual([]);
  });

  it.each([
    ['at the first run', undefined],
    ['after a day of silence', { until: iso(-DAY) }],
    ['after a month of silence, and no slot twice', { until: iso(-30 * DAY) }],
    ['after a clock that was days ahead', { until: iso(3 * DAY) }],
    ['after a clock that was ahead by more than an hour', { until: iso(HOUR + 1) }],
    ['where the cursor is no instant', { until: 'garbage' }],
  ])('are all of them %s', (_, position) => {
    expect(due(position)).toEqual([
      [NOON + 1, WATCH_SLOTS - 1],
      [0, NOON],
    ]);
  });
});

describe('a part of a shard', () => {
  const parts = (of: number) => Array.from({ length: of }, (_, index): Day => ({ ...day, part: { index, of } }));

  it.each([2, 3, 10, 32])('has slots that lie together: %i of them have all, each once', (of) => {
    const ranges = parts(of).map((part) => due(undefined, NOW, part).toSorted(([a = 0], [b = 0]) => a - b));
    const [first = [], ...rest] = ranges.flat();
    let [, end = 0] = first;
    expect(first[0]).toBe(0);
    for (const [from, to = 0] of rest) {
      expect(from).toBe(end + 1);
      end = to;
    }
    expect(end).toBe(WATCH_SLOTS - 1);
  });

  it('has as many due slots in each hour', () => {
    const [, part = day] = parts(8);
    const hours = Array.from({ length: 24 }, (_, hour) => {
      const now = later(hour * HOUR);
      return slotsDue({ until: iso((hour - 1) * HOUR) }, now, part).reduce((sum, { first, last }) => sum + last - first + 1, 0);
    });
    expect(hours.reduce((sum, slots) => sum + slots)).toBe(WATCH_SLOTS / 8);
    expect(Math.max(...hours) - Math.min(...hours)).toBeLessThanOrEqual(1);
  });

  it('goes on behind the sort key that was visited last', () => {
    const [, part = day] = parts(8);
    const [range] = slotsDue({ until: iso(-HOUR) }, NOW, part);
    const sortKey = `${slotText((range?.first ?? 0) + 7)}#1`;
    const [again] = slotsDue(range?.positionAfter(sortKey), NOW, part);
    expect(again).toMatchObject({ first: (range?.first ?? 0) + 7, last: range?.last, after: sortKey });
  });
});
