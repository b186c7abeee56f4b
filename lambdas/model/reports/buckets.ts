/** Upper edges of a histogram's buckets, ascending; one more bucket follows. Never change them: days would not add up. */
export type Edges = readonly number[];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From the creation of a domain to its first certificate, in seconds. */
export const WAIT_EDGES: Edges = [
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30, 45].map((minutes) => minutes * MINUTE),
  ...[1, 1.5, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 3, 7, 14, 30].map((days) => days * DAY),
];
/** From the planned instant of a renewal to its end, in seconds. */
export const DELAY_EDGES: Edges = [HOUR, 6 * HOUR, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY, 30 * DAY];
/**
 * Certificate lifetimes in days: 6 by choice, 45 and 64 as Let's Encrypt plans them, 47 as browsers will require, 90, 100 and 200
 * today.
 */
export const LIFETIME_EDGES: Edges = [7, 45, 47, 64, 90, 100, 200, 398];
/** Durations of delivery attempts, in milliseconds. */
export const ATTEMPT_EDGES: Edges = [50, 100, 200, 300, 500, 750, 1_000, 2_000, 3_000, 5_000, 10_000, 30_000];

export function noCounts(edges: Edges): number[] {
  return Array.from({ length: edges.length + 1 }, () => 0);
}

/** Counts a value in the first bucket whose edge it does not exceed. */
export function addToBucket(edges: Edges, counts: number[], value: number): void {
  const found = edges.findIndex((edge) => value <= edge);
  const bucket = found === -1 ? edges.length : found;
  counts[bucket] = (counts[bucket] ?? 0) + 1;
}

export function sumBuckets(one: readonly number[], other: readonly number[]): number[] {
  const longer = one.length >= other.length ? one : other;
  return longer.map((_, bucket) => (one[bucket] ?? 0) + (other[bucket] ?? 0));
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The number of values up to one of the edges. */
export function countUpTo(edges: Edges, counts: readonly number[], edge: number): number {
  return totalOf(counts.slice(0, edges.indexOf(edge) + 1));
}

/** The edge below which this share of the values lies; undefined if there are none, or it lies beyond the last edge. */
export function percentile(edges: Edges, counts: readonly number[], share: number): number | undefined {
  const total = totalOf(counts);
  if (total === 0) return undefined;
  let below = 0;
  for (const [bucket, edge] of edges.entries()) {
    below += counts[bucket] ?? 0;
    if (below >= total * share) return edge;
  }
  return undefined;
}
