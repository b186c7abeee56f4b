/** Ids above it are taken only by whoever sends them: a slip of the hand there does not end the counting. */
export const HIGHEST_COUNTED_ID = 1_000_000;

/**
 * One more than the highest counted id, from 1 on; once the highest is in use, the lowest that is free. Highest first in `inUse`.
 */
export function nextId(inUse: readonly number[]): number {
  const next = (inUse.find((id) => id <= HIGHEST_COUNTED_ID) ?? 0) + 1;
  if (next <= HIGHEST_COUNTED_ID) return next;
  const taken = new Set(inUse);
  let free = 1;
  while (taken.has(free)) free += 1;
  return free;
}
