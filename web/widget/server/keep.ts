const MOST = 1000;

/** Evicts the oldest entry of a full cache. */
export function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  const [oldest] = kept.keys();
  if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

/**
 * Caches answers for `milliseconds` and shares pending ones. Errors, and answers for which `isWorthIt` is false, are not cached.
 * Compares the clock and sets no timers: Workers drop a request's timers with its answer, and the entry would stay for ever.
 */
export function keepBriefly<T>(milliseconds: number, ask: (key: string) => Promise<T>, isWorthIt: (answer: T) => boolean) {
  const kept = new Map<string, { asked: Promise<T>; until: number }>();
  return (key: string): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.until) return known.asked;
    const asked = ask(key);
    keep(kept, key, { asked, until: Date.now() + milliseconds });
    const forget = () => {
      if (kept.get(key)?.asked === asked) kept.delete(key);
    };
    asked.then((answer) => isWorthIt(answer) || forget(), forget);
    return asked;
  };
}
