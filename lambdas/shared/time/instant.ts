/** The clocks of two Lambdas differ by less. */
export const CLOCK_SKEW_SECONDS = 60;

/** The instant so many seconds later, as the table and the API write it. */
export function addSeconds(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** The same as DynamoDB's TTL wants it: whole seconds since 1970, never too early. */
export function expirySeconds(now: Date, seconds: number): number {
  return Math.ceil(now.getTime() / 1000) + seconds;
}

/** For Retry-After: whole seconds, at least 1. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}

/** `2026-11-21` of an instant. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** `2026-11` of an instant. */
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

/** `2026-11-21T07` of an instant. */
export function hourOf(at: Date): string {
  return at.toISOString().slice(0, 13);
}

/** `2026-11-21T07:45` of an instant. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** Keeps what was read for so long. A read that fails is not kept. */
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
 * When something is asked for. Keys, tokens, links, limits, leases and the audit live by the time of day; what happens to a
 * domain happens at `domainNow`.
 */
export interface Clocks {
  /** The time of day. */
  now: Date;
  /** In test mode, what the test clock shows. */
  testNow?: Date | undefined;
}

/** The time of domains: that of the test clock in test mode, else the time of day. */
export function domainNow({ now, testNow }: Clocks): Date {
  return testNow ?? now;
}
