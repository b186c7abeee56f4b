import { AppError } from '../shared/app-error.ts';
import { ACTION_LIMITS, type LimitedAction } from '../shared/contract/limits.ts';
import { secondsUntil } from '../shared/instant.ts';
import type { Domain } from './domain-row.schema.ts';

const DAY_MS = 86_400_000;

/** The domain with one more `retry` or `renew` on today's count. Throws the 429 of a day that is used up. */
export function countedAction<D extends Domain>(domain: D, action: Exclude<LimitedAction, 'check'>, now: Date): D {
  const day = now.toISOString().slice(0, 10);
  const last = domain.asked?.[action];
  const times = last?.day === day ? last.times : 0;
  if (times >= ACTION_LIMITS[action].limit) {
    throw actionLimitExceeded(action, new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS), now);
  }
  return { ...domain, asked: { ...domain.asked, [action]: { day, times: times + 1 } } };
}

/** The 429 of one domain's own limit; the headers still tell the limits on requests. */
export function actionLimitExceeded(action: LimitedAction, resetAt: Date, now: Date): AppError {
  const { limit } = ACTION_LIMITS[action];
  return new AppError('rate_limit_exceeded', `A ${action} of this domain is possible again at details.reset_at.`, {
    details: { limit, remaining: 0, reset_at: resetAt.toISOString() },
    headers: { 'retry-after': String(secondsUntil(resetAt, now)) },
  });
}
