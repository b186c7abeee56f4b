import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { TestClockResource } from './test-clock.schema.ts';

/** Throws the 409 of a live key. */
export function requireTestMode({ organizationId }: Caller): string {
  if (isTestTenant(organizationId)) return organizationId;
  throw new AppError('conflict', ERROR_MESSAGES.conflict.liveClock);
}

export function clockResource(now: Date, aheadMs: number): TestClockResource {
  return { livemode: false, now: new Date(now.getTime() + aheadMs).toISOString(), ahead_seconds: aheadMs / 1000 };
}

export const CLOCK_ANSWER = {
  status: 200,
  description: 'The clock.',
  schema: TestClockResource,
  example: () => ({ livemode: false, now: '2026-11-22T07:45:00.000Z', ahead_seconds: 86_400 }),
} as const;
export const LIVE_KEY_CONFLICT = 'The key is a live key.';
