import { ACTION_LIMITS, type LimitedAction } from '../contract/limits.ts';
import { AppError } from '../errors/app-error.ts';
import { secondsUntil } from '../time/instant.ts';

/** The 429 of one resource's own limit; the headers still tell the limits on requests. */
export function actionLimitExceeded(action: LimitedAction, resource: 'domain' | 'webhook', resetAt: Date, now: Date): AppError {
  const { limit } = ACTION_LIMITS[action];
  return new AppError('rate_limit_exceeded', `A ${action} of this ${resource} is possible again at details.reset_at.`, {
    details: { limit, remaining: 0, reset_at: resetAt.toISOString() },
    headers: { 'retry-after': String(secondsUntil(resetAt, now)) },
  });
}
