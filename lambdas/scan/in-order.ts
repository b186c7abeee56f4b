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
  let begun = 0;
  const worker = async (): Promise<void> => {
    for (let next = all[begun]; next !== undefined && !isOver(); next = all[begun]) {
      begun += 1;
      await act(next);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
  return begun;
}
