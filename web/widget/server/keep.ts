import { BoundedMap } from '../../../contract/bounded-map.ts';

export const MOST_KEPT = 1000;

/**
 * The same answer for all who ask within `milliseconds`, also while it is under way; what failed, or is none, is asked again. By
 * the clock, not by a timer: Workers drop the timers of a request with its answer, and would keep it for ever.
 */
export function keepBriefly<T>(milliseconds: number, ask: (key: string) => Promise<T>, isWorthIt: (answer: T) => boolean) {
  const kept = new BoundedMap<string, { asked: Promise<T>; until: number }>(MOST_KEPT);
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
