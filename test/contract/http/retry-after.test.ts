import { describe, expect, it } from 'vitest';
import { retryAfterSeconds, sentAt } from '../../../contract/http/retry-after.ts';
import { NOW } from '../../lambdas/a-domain.ts';

describe('a Retry-After', () => {
  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['1.5', 2],
    ['Mon, 01 Jun 2026 12:02:00 GMT', 120],
    ['Monday, 01-Jun-26 12:02:00 GMT', 120],
    ['Mon Jun  1 12:02:00 2026', 120],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
    ['999999999', 86_400],
    ['9'.repeat(400), 86_400],
    ['Infinity', 86_400],
    ['Tue, 01 Jun 2027 12:00:00 GMT', 86_400],
    ['soon', undefined],
    ['Soon', undefined],
    ['-5', undefined],
    ['2026-06-02', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of %j is %j seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, NOW.getTime())).toBe(seconds);
  });

  it('is cut at what its reader takes', () => {
    expect(retryAfterSeconds('120', NOW.getTime(), 60)).toBe(60);
  });
});

it.each([
  ['Mon, 01 Jun 2026 11:30:00 GMT', new Date('2026-06-01T11:30:00Z')],
  ['yesterday', NOW],
  ['', NOW],
  [null, NOW],
])('an answer with the Date %j was sent at %j', (date, expected) => {
  expect(new Date(sentAt(date, NOW.getTime()))).toEqual(expected);
});
