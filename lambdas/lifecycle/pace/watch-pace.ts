import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';

// How often a domain that rests is looked at while something is wrong with it.

type WatchTimings = Pick<Timings, 'watchDaySeconds'>;

const LOOKS_A_DAY = 24;
/** Then once a day is enough. */
const DAYS_UNTIL_LEFT = 7;
/** A CNAME that was not set in time is looked for on so many days after that week. */
const DAYS_OF_LATE_LOOKS = 30;

export function nextHour(at: string, { watchDaySeconds }: WatchTimings): string {
  return addSeconds(new Date(at), Math.ceil(watchDaySeconds / LOOKS_A_DAY));
}

/** Whether what began then has gone on for so long that looks every hour have come to an end. */
export function isLeftAlone(since: string, now: Date, { watchDaySeconds }: WatchTimings): boolean {
  return addSeconds(new Date(since), DAYS_UNTIL_LEFT * watchDaySeconds) <= now.toISOString();
}

/** When a CNAME that was not set until then is looked for next: every hour, then every day. Undefined: no more. */
export function nextLateLook(timedOutAt: string, now: Date, timings: WatchTimings): string | undefined {
  if (!isLeftAlone(timedOutAt, now, timings)) return nextHour(now.toISOString(), timings);
  const { watchDaySeconds } = timings;
  const next = addSeconds(now, watchDaySeconds);
  const end = addSeconds(new Date(timedOutAt), (DAYS_UNTIL_LEFT + DAYS_OF_LATE_LOOKS) * watchDaySeconds);
  return next <= end ? next : undefined;
}
