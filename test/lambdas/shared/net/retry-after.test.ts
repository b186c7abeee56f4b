import { expect, it } from 'vitest';
import { retryAfterSeconds } from '../../../../lambdas/shared/net/retry-after.ts';
import { NOW } from '../../a-domain.ts';

it.each([
  ['120', 120],
  [' 7 ', 7],
  ['0', 0],
  ['Mon, 01 Jun 2026 12:02:00 GMT', 120],
  ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
  ['999999999', 86_400],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});
