import { describe, expect, it } from 'vitest';
import { countText, dateText, dateTimeText, relativeText } from '../../../web/dashboard/parts/text/english-text.ts';

const HOUR = 3_600_000;
/** Includes times around midnight and noon, in any time zone. */
const INSTANTS = Array.from({ length: 400 }, (_, n) => new Date(2026, 0, 1, 0, 7).getTime() + n * 23 * HOUR);

describe('English text without Intl', () => {
  it('has the dates and times that Intl has', () => {
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
    const both = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
    const spaced = (text: string) => text.replaceAll(/\s/g, ' ');
    expect(INSTANTS.map(dateText)).toEqual(INSTANTS.map((at) => day.format(at)));
    expect(INSTANTS.map((at) => spaced(dateTimeText(at)))).toEqual(INSTANTS.map((at) => spaced(both.format(at))));
  });

  it('has the counts that Intl has, and a dash for one that is not known', () => {
    const counts = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890];
    expect(counts.map(countText)).toEqual(counts.map((count) => count.toLocaleString('en')));
    expect(countText(undefined)).toBe('–');
  });

  it.each([
    [59_999, 'now'],
    [-59_999, 'now'],
    [60_000, 'in 1m'],
    [-4 * 60_000, '4m ago'],
    [HOUR - 1, 'in 60m'],
    [HOUR, 'in 1h'],
    [-23 * HOUR, '23h ago'],
    [12 * 24 * HOUR, 'in 12d'],
    [-400 * 24 * HOUR, '400d ago'],
  ])('says how far away an instant is: %i ms are %s', (milliseconds, text) => {
    expect(relativeText(milliseconds)).toBe(text);
  });
});
