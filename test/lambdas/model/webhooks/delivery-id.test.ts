import { describe, expect, it } from 'vitest';
import { monthsOf, rangeBetween, rangesAround, retainedRange } from '../../../../lambdas/model/webhooks/delivery.ts';
import { rolledAt, timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';

const idAt = (instant: string, which = '') => `dlv_${timeDigitsAt(new Date(instant))}${which.padEnd(16, '0')}`;

describe('a range of delivery ids', () => {
  it('has every event of its time, and those whose id was made minutes after it', () => {
    const { first, last } = rangeBetween(new Date('2026-05-01T00:00:00Z'), new Date('2026-05-02T00:00:00Z'));
    expect(idAt('2026-05-01T00:00:00Z') >= first && idAt('2026-05-02T00:04:59.999Z', 'ZZZZ') <= last).toBe(true);
    expect(idAt('2026-04-30T23:54:59Z') < first && idAt('2026-05-02T00:05:01Z') > last).toBe(true);
  });

  it.each([
    ['2026-06-15T12:00:00Z', ['2026-05', '2026-06']],
    ['2026-03-01T12:00:00Z', ['2026-01', '2026-02', '2026-03']],
    ['2027-01-10T12:00:00Z', ['2026-12', '2027-01']],
    ['2026-07-31T12:00:00Z', ['2026-07']],
  ])('of what is kept on %s lies in the months %j', (now, months) => {
    expect(monthsOf(retainedRange(new Date(now)))).toEqual(months);
  });
});

describe('the ranges around some ids', () => {
  const minutes = (from: string, count: number, apart: number) =>
    Array.from({ length: count }, (_, index) => idAt(new Date(Date.parse(from) + index * apart * 60_000).toISOString()));

  it.each([
    ['near each other are one', minutes('2026-05-10T00:00:00Z', 100, 1), 1],
    ['an hour apart are as many', minutes('2026-05-10T00:00:00Z', 5, 60), 5],
    ['just nearer are one', minutes('2026-05-10T00:00:00Z', 5, 59), 1],
    ['of two months are two, though they are near', minutes('2026-05-31T23:58:00Z', 4, 1), 2],
    ['of none are none', [], 0],
  ])('are merged or not: those %s', (_, ids, count) => {
    const ranges = rangesAround(ids.toReversed());
    expect(ranges).toHaveLength(count);
    for (const id of ids) expect(ranges.filter(({ first, last }) => first <= id && id <= last)).toHaveLength(1);
    for (const { first, last } of ranges) expect(rolledAt(first).getUTCMonth()).toBe(rolledAt(last).getUTCMonth());
  });
});
