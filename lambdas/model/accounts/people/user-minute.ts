import { minuteOf } from '../../../shared/time/instant.ts';
import type { RateWindow } from '../requests/rate-limit.ts';

/** A page makes several requests at once, but nobody clicks 300 times. */
export const USER_MINUTE: RateWindow = {
  windowAttribute: 'countedMinute',
  countAttribute: 'requestsInMinute',
  limitAttribute: 'requestsPerMinute',
  standard: 300,
  windowOf: minuteOf,
  seconds: 60,
};
