import pMap, { pMapStop } from 'p-map';

/**
 * Does something for each, at most so many at once, and begins no more once it is to stop. They are begun in their order, so that
 * those that were done are the first ones: answers how many.
 */
export async function inOrder<T>(
  all: readonly T[],
  atOnce: number,
  isOver: () => boolean,
  act: (one: T) => Promise<void>,
): Promise<number> {
  const done = await pMap(all, (one) => (isOver() ? pMapStop : act(one)), { concurrency: atOnce });
  return done.length;
}
