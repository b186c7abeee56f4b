// The generic cell rate algorithm (ITU-T I.371, annex A), which is a token bucket kept as one instant: what a limit lets through, and when.
// It never books ahead: the answer is now, or not before.

/** So many at once, and one more each time that the `count`th part of the window has passed. */
export interface Limit {
  count: number;
  windowSeconds: number;
}

/**
 * What is kept of a limited thing: its theoretical arrival time, the instant at which all that was taken is back. Milliseconds since 1970;
 * absent: nothing was ever taken.
 */
export type ArrivalMs = number | undefined;

/** What one costs. Rounded up, so that the sum of what is let through never exceeds the limit. */
export function intervalMs({ count, windowSeconds }: Limit): number {
  return Math.ceil((windowSeconds * 1000) / count);
}

/** The latest arrival time at which there is room for one more. */
export function latestArrivalMs(limit: Limit, nowMs: number): number {
  return nowMs + (limit.count - 1) * intervalMs(limit);
}

/** Since when, or from when on, there is room for one. */
export function roomFromMs(limit: Limit, arrivalMs: ArrivalMs): number {
  return arrivalMs === undefined ? 0 : arrivalMs - (limit.count - 1) * intervalMs(limit);
}

/** What is kept when one is taken. */
export function arrivalAfterMs(limit: Limit, arrivalMs: ArrivalMs, nowMs: number): number {
  return Math.max(arrivalMs ?? 0, nowMs) + intervalMs(limit);
}

/** One limit that lets through what both do, and at times less: fewer at once, and rarer. */
export function stricter(one: Limit, other: Limit): Limit {
  const count = Math.min(one.count, other.count);
  return { count, windowSeconds: (count * Math.max(intervalMs(one), intervalMs(other))) / 1000 };
}
