import pMap, { pMapStop } from 'p-map';

/**
 * Runs work for each item, limited in parallel, and starts no more once it must stop. Starts in order, so the finished items are
 * the first ones. Returns their number.
 */
export async function runInOrder<T>(
  all: readonly T[],
  atOnce: number,
  isOver: () => boolean,
  act: (one: T) => Promise<void>,
): Promise<number> {
  const done = await pMap(all, (one) => (isOver() ? pMapStop : act(one)), { concurrency: atOnce });
  return done.length;
}
