import { type RateLimits, STANDARD_LIMITS } from '../../../../contract/api/limits.ts';
import { ERROR_MESSAGES } from '../../../../copy/en/error-messages.ts';
import { type AppError, rateHeaders as headersOf, limitExceeded } from '../../../shared/errors/app-error.ts';
import { hourOf, minuteOf } from '../../../shared/time/instant.ts';

/** The state of one of the two limits after a request was counted or refused. */
export interface RateUsage {
  limit: number;
  used: number;
  /** The end of the window: the next minute or hour of the clock. */
  resetAt: Date;
}

/** A fixed-window counter on an item: the names of its attributes, and its default limit. */
export interface RateWindow {
  windowAttribute: string;
  countAttribute: string;
  limitAttribute: string;
  standard: number;
  /** Totals of earlier windows for reports: requests, and windows that reached the limit. */
  totals?: { requests: string; fullWindows: string };
  /** The window of an instant; windows compare as text. */
  windowOf: (at: Date) => string;
  seconds: number;
}

/** The two windows of every request, with the stage's default limits. */
export function requestWindows({ requestsPerMinute, requestsPerHour }: RateLimits) {
  const ofKey: RateWindow = {
    windowAttribute: 'countedMinute',
    countAttribute: 'requestsInMinute',
    limitAttribute: 'requestsPerMinute',
    standard: requestsPerMinute,
    windowOf: minuteOf,
    seconds: 60,
    totals: { requests: 'requestsBefore', fullWindows: 'fullMinutes' },
  };
  const ofOrganization: RateWindow = {
    windowAttribute: 'countedHour',
    countAttribute: 'requestsInHour',
    limitAttribute: 'requestsPerHour',
    standard: requestsPerHour,
    windowOf: hourOf,
    seconds: 3600,
    totals: { requests: 'requestsBefore', fullWindows: 'fullHours' },
  };
  return { ofKey, ofOrganization };
}
/** New webhook receivers of an organization, on the same item as its hour. */
export const NEW_RECEIVERS_HOUR: RateWindow = {
  windowAttribute: 'countedReceiversHour',
  countAttribute: 'newReceiversInHour',
  limitAttribute: 'newReceiversPerHour',
  standard: STANDARD_LIMITS.newReceiversPerHour,
  windowOf: hourOf,
  seconds: 3600,
};

export function usageOf(window: RateWindow, item: Record<string, unknown>, now: Date): RateUsage {
  const windowMs = window.seconds * 1000;
  // A count that a faster clock has begun belongs to the next window.
  const counted = String(item[window.windowAttribute] ?? '');
  const isAhead = counted > window.windowOf(now);
  const startMs = Math.floor(now.getTime() / windowMs) * windowMs + (isAhead ? windowMs : 0);
  const isPresent = counted >= window.windowOf(now);
  return {
    limit: Number(item[window.limitAttribute] ?? window.standard),
    used: isPresent ? Number(item[window.countAttribute] ?? 0) : 0,
    resetAt: new Date(startMs + windowMs),
  };
}

export function remainingOf({ limit, used }: RateUsage): number {
  return Math.max(0, limit - used);
}

/** Headers of every authenticated response, for the limit with fewer requests left; at a tie, the key's. */
export function rateHeaders(ofKey: RateUsage, ofOrganization: RateUsage): Record<string, string> {
  const usage = remainingOf(ofOrganization) < remainingOf(ofKey) ? ofOrganization : ofKey;
  return headersOf({ ...usage, remaining: remainingOf(usage) });
}

/** The 429 for the limit that is used up; if both are, for the one with the longer wait. */
export function rateLimitExceeded(exceeded: readonly RateUsage[], now: Date): AppError {
  const [usage] = exceeded.toSorted((a, b) => b.resetAt.getTime() - a.resetAt.getTime());
  if (!usage) throw new Error('no limit is exceeded');
  return limitExceeded(ERROR_MESSAGES.rate_limit_exceeded.requests, usage.limit, usage.resetAt, now);
}
