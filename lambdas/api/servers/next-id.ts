/** Counting stays below this. Callers may choose higher ids, so that a typo there does not exhaust the counter. */
export const HIGHEST_COUNTED_ID = 1_000_000;

/**
 * The highest counted id plus 1, beginning with 1. Once the maximum is in use, the lowest free id. `inUse` is in descending
 * order.
 */
export function nextId(inUse: readonly number[]): number {
  const next = (inUse.find((id) => id <= HIGHEST_COUNTED_ID) ?? 0) + 1;
  if (next <= HIGHEST_COUNTED_ID) return next;
  const taken = new Set(inUse);
  let free = 1;
  while (taken.has(free)) free += 1;
  return free;
}
