import type { TimedDecision, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** The first and the longest pause of a backoff, in seconds. */
interface Pace {
  baseSeconds: number;
  longestSeconds: number;
}

/** For temporary problems: a CA that is down, a server that does not answer. */
const TROUBLE_LONGEST_SECONDS = 3600;
/**
 * For work in progress at the CA or at a server: one check per five minutes makes some 300 a day, far from an execution's 25,000
 * events.
 */
export const WORK_LONGEST_SECONDS = 300;

/** A quarter of the time since the window began, between the pace's bounds. Whole seconds. */
export function backOff({ baseSeconds, longestSeconds }: Pace, window: { endsAt: string; seconds: number }, now: Date): number {
  const passedSeconds = window.seconds - (Date.parse(window.endsAt) - now.getTime()) / 1000;
  return Math.max(baseSeconds, Math.min(longestSeconds, Math.ceil(passedSeconds / 4)));
}

/** The pause before the next check for a missing CNAME: one interval, unless the stage lets it grow with the wait. */
export function dnsPause(dnsDeadlineAt: string, time: TimedDecision): number {
  const {
    dnsCheckIntervalSeconds: baseSeconds,
    dnsCheckLongestSeconds: longestSeconds = baseSeconds,
    dnsWindowSeconds,
  } = time.timings;
  return backOff({ baseSeconds, longestSeconds }, { endsAt: dnsDeadlineAt, seconds: dnsWindowSeconds }, time.now);
}

/**
 * True while the execution waits for DNS checks in wait states: in the first part of the window, which people watch. Later checks
 * wait in a queue (docs/decisions/0024-dns-is-watched-from-a-queue.md).
 */
export function isInWaitStates({ dnsStartedAt }: Pick<Domain, 'dnsStartedAt'>, { now, timings }: TimedDecision): boolean {
  return now.toISOString() < addSeconds(new Date(dnsStartedAt), timings.dnsWaitStateSeconds);
}

/** The pause before a failed issuance step is retried. Without a window yet: the first pause. */
export function troublePause(baseSeconds: number, endsAt: string | undefined, time: TimedDecision): number {
  if (endsAt === undefined) return baseSeconds;
  return backOff(
    { baseSeconds, longestSeconds: TROUBLE_LONGEST_SECONDS },
    { endsAt, seconds: time.timings.issuanceWindowSeconds },
    time.now,
  );
}

// The longest silence of a domain before the sweep restarts it (docs/decisions/0006).

/** A day of waiting writes two checks without news: some 3 and 11 hours after the start. */
const SHARE_OF_WINDOW = 1 / 8;
const TIMES_THE_WAIT = 3;

/** For a DNS wait, three times its duration so far, because the queue loses no message. */
function silenceSeconds(domain: Domain, time: TimedDecision): number {
  if (domain.phase !== 'awaiting-dns') return time.timings.longestSilenceSeconds;
  const waitedSeconds = (time.now.getTime() - Date.parse(domain.dnsStartedAt)) / 1000;
  return Math.max(
    time.timings.longestSilenceSeconds,
    SHARE_OF_WINDOW * time.timings.dnsWindowSeconds,
    TIMES_THE_WAIT * waitedSeconds,
  );
}

/** For a place in a CA account's queue: until its expected turn, so that it is checked then. */
export function queueWait(expectedSeconds: number, timings: Timings): number {
  return Math.min(Math.max(Math.ceil(expectedSeconds), timings.longestSilenceSeconds), longestWait(timings));
}

const SILENCES = 12;

/** For a name that waits for the CA: six hours, if the longest silence is half an hour. */
export function longestWait({ longestSilenceSeconds }: Timings): number {
  return SILENCES * longestSilenceSeconds;
}

export function dueAt(domain: Domain, waitSeconds: number, time: TimedDecision): string {
  return addSeconds(time.now, waitSeconds + silenceSeconds(domain, time));
}

/**
 * True when a check without news must be written: when half of the allowed silence has passed, and for the first check of an
 * execution that watches DNS, because the times of later ones are computed from it.
 */
export function isWriteDue(domain: Domain, waitSeconds: number, time: TimedDecision): boolean {
  const { lastCheck, dueAt = '' } = domain.execution;
  const isFirst = domain.phase === 'awaiting-dns' && lastCheck === undefined;
  return isFirst || dueAt < addSeconds(time.now, waitSeconds + time.timings.longestSilenceSeconds / 2);
}

// The check intervals of a resting domain with a problem.

type WatchTimings = Pick<Timings, 'watchDaySeconds'>;

const CHECKS_A_DAY = 24;
/** After this, daily checks suffice. */
const DAYS_UNTIL_LEFT = 7;
/** After that week, a late CNAME is looked for on this many days. */
const DAYS_OF_LATE_CHECKS = 30;

export function nextHour(at: string, { watchDaySeconds }: WatchTimings): string {
  return addSeconds(new Date(at), Math.ceil(watchDaySeconds / CHECKS_A_DAY));
}

const SCAN_SECONDS = 300;

/** The longest wait for the scan: its interval, or less where days are shorter. */
export function scanPause({ watchDaySeconds }: WatchTimings): number {
  return Math.min(SCAN_SECONDS, Math.ceil(watchDaySeconds / CHECKS_A_DAY));
}

/** True when a problem has lasted so long that hourly checks end. */
export function hourlyChecksEnded(since: string, time: TimedDecision): boolean {
  return addSeconds(new Date(since), DAYS_UNTIL_LEFT * time.timings.watchDaySeconds) <= time.now.toISOString();
}

/** The next check for a CNAME that was late: hourly, then daily. Undefined: never again. */
export function nextLateCheck(timedOutAt: string, time: TimedDecision): string | undefined {
  if (!hourlyChecksEnded(timedOutAt, time)) return nextHour(time.now.toISOString(), time.timings);
  const { watchDaySeconds } = time.timings;
  const next = addSeconds(time.now, watchDaySeconds);
  const end = addSeconds(new Date(timedOutAt), (DAYS_UNTIL_LEFT + DAYS_OF_LATE_CHECKS) * watchDaySeconds);
  return next <= end ? next : undefined;
}
