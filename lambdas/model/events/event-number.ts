/**
 * Each restore of the table begins a stretch of numbers of its own, so that none that was handed out before is handed out again, and a
 * reader's cursor from before the restore stands before everything that happens after it. A trillion: nobody uses one up.
 */
export const NUMBERS_OF_EPOCH = 1_000_000_000_000;

/** The number of the event that follows number `last`. */
export function numberAfter(last: number, restoreEpoch: number): number {
  return Math.max(last, restoreEpoch * NUMBERS_OF_EPOCH) + 1;
}

/** Where events go on behind the last one of an epoch; undefined in the present one. */
export function endOfEpoch(number: number, restoreEpoch: number): number | undefined {
  const next = Math.floor(number / NUMBERS_OF_EPOCH) + 1;
  return next > restoreEpoch ? undefined : next * NUMBERS_OF_EPOCH;
}
