import type { Timed, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** How often something that depends on others is checked: the first pause and the longest. Seconds. */
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

/** A quarter of the time since the window began, between the bounds of the pace. Whole seconds. */
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

/**
 * Whether the execution itself waits for the next DNS check, in a wait state: in the first part of the window, which people
 * watch. Later ones wait in a queue (docs/decisions/0024-dns-is-watched-from-a-queue.md).
 */
export function isInWaitStates({ dnsStartedAt }: Pick<Domain, 'dnsStartedAt'>, { now, timings }: Timed): boolean {
  return now.toISOString() < addSeconds(new Date(dnsStartedAt), timings.dnsWaitStateSeconds);
}

/** The pause before a failed step of an issuance is tried again. Without a window yet: the first pause. */
export function troublePause(baseSeconds: number, endsAt: string | undefined, time: Timed): number {
  if (endsAt === undefined) return baseSeconds;
  return backOff(
    { baseSeconds, longestSeconds: TROUBLE_LONGEST_SECONDS },
    { endsAt, seconds: time.timings.issuanceWindowSeconds },
    time.now,
  );
}

// How long a domain may be silent before the sweep restarts it (docs/decisions/0006, 0034).

/** In a day of waiting, two checks without news are written: some 3 and 11 hours after the start. */
const SHARE_OF_WINDOW = 1 / 8;
const TIMES_THE_WAIT = 3;

/** While DNS is awaited, the queue loses no message: three times as long as the wait has lasted. */
function silenceSeconds(domain: Domain, time: Timed): number {
  if (domain.phase !== 'awaiting-dns') return time.timings.longestSilenceSeconds;
  const waitedSeconds = (time.now.getTime() - Date.parse(domain.dnsStartedAt)) / 1000;
  return Math.max(
    time.timings.longestSilenceSeconds,
    SHARE_OF_WINDOW * time.timings.dnsWindowSeconds,
    TIMES_THE_WAIT * waitedSeconds,
  );
}

/** In the queue of a CA account: until the name is expected to be served, so that it is checked then. */
export function queueWait(expectedSeconds: number, timings: Timings): number {
  return Math.min(Math.max(Math.ceil(expectedSeconds), timings.longestSilenceSeconds), longestWait(timings));
}

const SILENCES = 12;

/** For a name that waits for the CA: six hours, if the longest silence is half an hour. */
export function longestWait({ longestSilenceSeconds }: Timings): number {
  return SILENCES * longestSilenceSeconds;
}

export function dueAt(domain: Domain, waitSeconds: number, time: Timed): string {
  return addSeconds(time.now, waitSeconds + silenceSeconds(domain, time));
}

/**
 * Whether a check without news must be written: when half of the allowed silence has passed, and for the first check of an
 * execution that watches DNS, because the times of later ones are calculated from it.
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

const SCAN_SECONDS = 300;

/** Until the scan has come by for what is due: a new stage's interval, shorter where days are. */
export function scanPause({ watchDaySeconds }: WatchTimings): number {
  return Math.min(SCAN_SECONDS, Math.ceil(watchDaySeconds / CHECKS_A_DAY));
}

/** Whether a problem has lasted so long that hourly checks end. */
export function isLeftAlone(since: string, time: Timed): boolean {
  return addSeconds(new Date(since), DAYS_UNTIL_LEFT * time.timings.watchDaySeconds) <= time.now.toISOString();
}

/** When a CNAME that was missing at the timeout is checked next: every hour, then every day. Undefined: never again. */
export function nextLateCheck(timedOutAt: string, time: Timed): string | undefined {
  if (!isLeftAlone(timedOutAt, time)) return nextHour(time.now.toISOString(), time.timings);
  const { watchDaySeconds } = time.timings;
  const next = addSeconds(time.now, watchDaySeconds);
  const end = addSeconds(new Date(timedOutAt), (DAYS_UNTIL_LEFT + DAYS_OF_LATE_CHECKS) * watchDaySeconds);
  return next <= end ? next : undefined;
}
