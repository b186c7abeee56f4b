/**
 * Runs work for each item, limited in parallel, and starts no more once it must stop. Starts in order, so the finished items are
 * the first ones. Returns their number.
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
