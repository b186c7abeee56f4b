import { BoundedMap } from '../../../contract/bounded-map.ts';

export const MAX_KEPT = 1000;

/**
 * Caches answers for `milliseconds` and shares pending ones. Errors, and answers for which `isWorthIt` is false, are not cached.
 * Compares the clock and sets no timers: Workers drop a request's timers with its answer, and the entry would stay for ever.
 */
export function cacheFor<T>(milliseconds: number, ask: (key: string) => Promise<T>, isWorthIt: (answer: T) => boolean) {
  const kept = new BoundedMap<string, { asked: Promise<T>; until: number }>(MAX_KEPT);
  return (key: string): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.until) return known.asked;
    const asked = ask(key);
    kept.set(key, { asked, until: Date.now() + milliseconds });
    const forget = () => {
      if (kept.get(key)?.asked === asked) kept.delete(key);
    };
    asked.then((answer) => isWorthIt(answer) || forget(), forget);
    return asked;
  };
}
