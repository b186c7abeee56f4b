import { describe, expect, it } from 'vitest';
import { expiryNotices, nextRenewalTryAt, renewalTime } from '../../../../lambdas/model/domains/renewal-time.ts';
import { HOUR, iso, later } from '../../a-domain.ts';

const DAY = 24 * HOUR;
const living = (days: number) => ({ notBefore: iso(0), notAfter: iso(days * DAY) });

describe('the time of a renewal', () => {
  it.each([
    [90, 60],
    [64, 64 - 64 / 3],
    [45, 30],
    [10, 10 - 10 / 3],
    [9.99, 9.99 / 2],
    [6, 3],
    [1, 0.5],
  ])('a certificate that lives %d days is replaced after %d without a hint of its CA', (lifetime, after) => {
    expect(renewalTime(living(lifetime))).toBe(iso(after * DAY));
  });

  it.each([
    ['before the share', 20, 20],
    ['in the past', -5, -5],
    ['after the share', 70, 70],
    ['just before the floor', 74.99, 74.99],
    ['at the floor', 75, 75],
    ['just after the floor', 75.01, 75],
    ['ten years ahead', 3650, 75],
  ])('a hint %s of a certificate that lives 90 days is followed as far as the floor', (_, hint, after) => {
    expect(renewalTime(living(90), iso(hint * DAY))).toBe(iso(after * DAY));
  });

  it('the floor of a certificate that lives shorter than ten days is a quarter before its end', () => {
    expect(renewalTime(living(6), iso(5 * DAY))).toBe(iso(4.5 * DAY));
  });
});

describe('the next try of a renewal', () => {
  it.each([
    [1, 3],
    [2, 6],
    [3, 12],
    [4, 24],
    [5, 24],
    [40, 24],
  ])('failure %d of a certificate of 90 days with 30 left is followed by another try in %d hours', (failures, hours) => {
    expect(nextRenewalTryAt(living(90), failures, later(60 * DAY))).toBe(iso(60 * DAY + hours * HOUR));
  });

  it.each([
    ['two days', 48, 12],
    ['a day', 24, 6],
    ['twelve hours', 12, 3],
    ['a minute', 1 / 60, 3],
  ])('with %s left it comes in time for more', (_, hoursLeft, gap) => {
    const now = 90 * DAY - hoursLeft * HOUR;
    expect(nextRenewalTryAt(living(90), 9, later(now))).toBe(iso(now + gap * HOUR));
  });

  it.each([
    ['at the end', 90, 1],
    ['two days after the end', 92, 1],
    ['four days after the end', 94, 2],
    ['a month after the end', 120, 15],
  ])('%s of a certificate of 90 days (day %d) it comes in %d days', (_, day, days) => {
    expect(nextRenewalTryAt(living(90), 1, later(day * DAY))).toBe(iso((day + days) * DAY));
  });

  it('a certificate of six days is tried again sooner', () => {
    expect(nextRenewalTryAt(living(6), 1, later(3 * DAY))).toBe(iso(3 * DAY + HOUR / 5));
  });
});

describe('notices of a certificate that ends', () => {
  it.each([
    [90, [14, 7, 3, 1]],
    [365, [30, 14, 7, 3, 1]],
    [45, [7, 3.5, 1.5, 0.5]],
  ])('of %d days come when %j are left: none while its renewal is only on its way', (lifetime, left) => {
    expect(expiryNotices(living(lifetime))).toEqual(left.map((days) => iso((lifetime - days) * DAY)));
  });

  it('of six days come at shares of it, after its renewal could have failed', () => {
    const left = [30, 14, 7, 3, 1].map((days) => (days * 6) / 90);
    expect(expiryNotices(living(6))).toEqual(left.map((days) => iso((6 - days) * DAY)));
  });
});
