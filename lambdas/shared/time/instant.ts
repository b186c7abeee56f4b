/** The clocks of two Lambdas differ by less. */
export const CLOCK_SKEW_SECONDS = 60;

/** The instant this many seconds later, in the format of the table and the API. */
export function addSeconds(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** The same in DynamoDB's TTL format: whole seconds since 1970, never too early. */
export function expirySeconds(now: Date, seconds: number): number {
  return Math.ceil(now.getTime() / 1000) + seconds;
}

/** For Retry-After: whole seconds, at least 1. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}

/** Whole seconds, at least 0, as SQS and a step's wait take them. */
export function secondsFrom(now: Date, instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}

/** The day of an instant: `2026-11-21`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The month of an instant: `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The months from one instant to another, oldest first, each as `monthOf`; none if the second is in an earlier month. */
export function monthsBetween(since: Date, until: Date): string[] {
  const months: string[] = [];
  for (let month = new Date(`${monthOf(since)}-01T00:00:00Z`); month <= until; ) {
    months.push(monthOf(month));
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  }
  return months;
}

/** The hour of an instant: `2026-11-21T07`. */
export function hourOf(at: Date): string {
  return at.toISOString().slice(0, 13);
}

/** The minute of an instant: `2026-11-21T07:45`. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** Caches a read for this long. A failed read is not cached. */
export function readAtMostEvery<T>(milliseconds: number, clock: () => Date, read: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined;
  return () => {
    const now = clock().getTime();
    if (kept && now < kept.until) return kept.answer;
    const answer = read();
    kept = { answer, until: now + milliseconds };
    answer.catch(() => {
      kept = undefined;
    });
    return answer;
  };
}

/**
 * The time of a request. Keys, tokens, links, limits, leases and the audit log use real time; what happens to a domain happens at
 * `domainNow`.
 */
export interface Clocks {
  /** Real time. */
  now: Date;
  /** In test mode, the test clock's time. */
  testNow?: Date | undefined;
}

/** The time of domains: that of the test clock in test mode, else real time. */
export function domainNow({ now, testNow }: Clocks): Date {
  return testNow ?? now;
}
