import type { Timings } from '../../../contract/stack/timings.schema.ts';

/** What waits on somebody else and is looked at again: how often at first, and at most how rarely. Seconds. */
interface Pace {
  baseSeconds: number;
  longestSeconds: number;
}

/** Trouble that may pass: a CA that is down, a server that does not answer. */
const TROUBLE_LONGEST_SECONDS = 3600;
/** Work under way at the CA or at a server: at five minutes, a day of it is some 300 looks, far from 25,000 events of an execution. */
export const WORK_LONGEST_SECONDS = 300;

/** Longer the longer it lasts: a quarter of the time since the window began, between the pace's bounds. Whole seconds. */
export function backOff({ baseSeconds, longestSeconds }: Pace, window: { endsAt: string; seconds: number }, now: Date): number {
  const passedSeconds = window.seconds - (Date.parse(window.endsAt) - now.getTime()) / 1000;
  return Math.max(baseSeconds, Math.min(longestSeconds, Math.ceil(passedSeconds / 4)));
}

/** Before the next look for a CNAME that is not there: one interval, unless the stage lets it grow with the wait. */
export function dnsPause(dnsDeadlineAt: string, now: Date, timings: Timings): number {
  const {
    dnsCheckIntervalSeconds: baseSeconds,
    dnsCheckLongestSeconds: longestSeconds = baseSeconds,
    dnsWindowSeconds,
  } = timings;
  return backOff({ baseSeconds, longestSeconds }, { endsAt: dnsDeadlineAt, seconds: dnsWindowSeconds }, now);
}

/** Before trouble in an issuance is met again; without a window yet, at the first pace. */
export function troublePause(baseSeconds: number, endsAt: string | undefined, now: Date, timings: Timings): number {
  if (endsAt === undefined) return baseSeconds;
  return backOff(
    { baseSeconds, longestSeconds: TROUBLE_LONGEST_SECONDS },
    { endsAt, seconds: timings.issuanceWindowSeconds },
    now,
  );
}
