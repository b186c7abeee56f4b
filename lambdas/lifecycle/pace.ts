import type { Timed, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** What waits on somebody else and is looked at again: how often at first, and at most how rarely. Seconds. */
interface Pace {
  baseSeconds: number;
  longestSeconds: number;
}

/** Trouble that may pass: a CA that is down, a server that does not answer. */
const TROUBLE_LONGEST_SECONDS = 3600;
/**
 * Work under way at the CA or at a server: at five minutes, a day of it is some 300 checks, far from 25,000 events of an
 * execution.
 */
export const WORK_LONGEST_SECONDS = 300;

/** Longer the longer it lasts: a quarter of the time since the window began, between the pace's bounds. Whole seconds. */
export function backOff({ baseSeconds, longestSeconds }: Pace, window: { endsAt: string; seconds: number }, now: Date): number {
  const passedSeconds = window.seconds - (Date.parse(window.endsAt) - now.getTime()) / 1000;
  return Math.max(baseSeconds, Math.min(longestSeconds, Math.ceil(passedSeconds / 4)));
}

/** Before the next check for a CNAME that is not there: one interval, unless the stage lets it grow with the wait. */
export function dnsPause(dnsDeadlineAt: string, time: Timed): number {
  const {
    dnsCheckIntervalSeconds: baseSeconds,
    dnsCheckLongestSeconds: longestSeconds = baseSeconds,
    dnsWindowSeconds,
  } = time.timings;
  return backOff({ baseSeconds, longestSeconds }, { endsAt: dnsDeadlineAt, seconds: dnsWindowSeconds }, time.now);
}

/** Before trouble in an issuance is met again; without a window yet, at the first pace. */
export function troublePause(baseSeconds: number, endsAt: string | undefined, time: Timed): number {
  if (endsAt === undefined) return baseSeconds;
  return backOff(
    { baseSeconds, longestSeconds: TROUBLE_LONGEST_SECONDS },
    { endsAt, seconds: time.timings.issuanceWindowSeconds },
    time.now,
  );
}

// How long nothing may be heard of a domain before the sweep begins anew with it (docs/decisions/0006, 0034).

/** Two checks that find nothing new are written in a day of waiting: some 3 and 11 hours after its beginning. */
const SHARE_OF_WINDOW = 1 / 8;
const TIMES_THE_WAIT = 3;

/** While DNS is awaited, from message to message of a queue that loses none: three times as long as that has gone on. */
function silenceSeconds(domain: Domain, time: Timed): number {
  if (domain.phase !== 'awaiting-dns') return time.timings.longestSilenceSeconds;
  const waitedSeconds = (time.now.getTime() - Date.parse(domain.dnsStartedAt)) / 1000;
  return Math.max(
    time.timings.longestSilenceSeconds,
    SHARE_OF_WINDOW * time.timings.dnsWindowSeconds,
    TIMES_THE_WAIT * waitedSeconds,
  );
}

/** In the queue of a CA account: until it is expected to be served, so that somebody looks whether it was. */
export function queueWait(expectedSeconds: number, timings: Timings): number {
  return Math.min(Math.max(Math.ceil(expectedSeconds), timings.longestSilenceSeconds), longestWait(timings));
}

const SILENCES = 12;

/** Of a name that waits for the CA: six hours, where half an hour is the longest silence. */
export function longestWait({ longestSilenceSeconds }: Timings): number {
  return SILENCES * longestSilenceSeconds;
}

export function dueAt(domain: Domain, waitSeconds: number, time: Timed): string {
  return addSeconds(time.now, waitSeconds + silenceSeconds(domain, time));
}

/**
 * Whether a quiet check has to be written: half of the usual silence before the sweep would take the domain up, and the first one
 * of an execution that watches DNS: from it on the others can be told.
 */
export function isSoonDue(domain: Domain, waitSeconds: number, time: Timed): boolean {
  const { lastCheck, dueAt = '' } = domain.execution;
  const isFirst = domain.phase === 'awaiting-dns' && lastCheck === undefined;
  return isFirst || dueAt < addSeconds(time.now, waitSeconds + time.timings.longestSilenceSeconds / 2);
}

// How often a domain that rests is looked at while something is wrong with it.

type WatchTimings = Pick<Timings, 'watchDaySeconds'>;

const CHECKS_A_DAY = 24;
/** Then once a day is enough. */
const DAYS_UNTIL_LEFT = 7;
/** A CNAME that was not set in time is looked for on so many days after that week. */
const DAYS_OF_LATE_CHECKS = 30;

export function nextHour(at: string, { watchDaySeconds }: WatchTimings): string {
  return addSeconds(new Date(at), Math.ceil(watchDaySeconds / CHECKS_A_DAY));
}

/** Whether what began then has gone on for so long that checks every hour have come to an end. */
export function isLeftAlone(since: string, time: Timed): boolean {
  return addSeconds(new Date(since), DAYS_UNTIL_LEFT * time.timings.watchDaySeconds) <= time.now.toISOString();
}

/** When a CNAME that was not set until then is looked for next: every hour, then every day. Undefined: no more. */
export function nextLateCheck(timedOutAt: string, time: Timed): string | undefined {
  if (!isLeftAlone(timedOutAt, time)) return nextHour(time.now.toISOString(), time.timings);
  const { watchDaySeconds } = time.timings;
  const next = addSeconds(time.now, watchDaySeconds);
  const end = addSeconds(new Date(timedOutAt), (DAYS_UNTIL_LEFT + DAYS_OF_LATE_CHECKS) * watchDaySeconds);
  return next <= end ? next : undefined;
}
