import { expect, it } from 'vitest';
import { limitExceeded } from '../../../../lambdas/shared/errors/app-error.ts';

it('a limit that ends between two seconds is told as over with the later one, in whole seconds', () => {
  const resetAt = new Date('2026-11-22T20:59:18.021Z');
  const { headers, details } = limitExceeded('Later.', 1, resetAt, new Date('2026-11-22T20:59:10.000Z'));
  expect(headers).toMatchObject({ 'x-ratelimit-reset': String(Date.parse('2026-11-22T20:59:19Z') / 1000), 'retry-after': '9' });
  expect(details).toEqual({ limit: 1, remaining: 0, reset_at: '2026-11-22T20:59:18.021Z' });
});
