const MOST = 1000;

/** In place of what has been kept the longest, where there is no more room. */
export function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  const [oldest] = kept.keys();
  if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

/** The same answer for all who ask within `milliseconds`, also while it is under way; what failed, or is none, is asked again. */
export function keepBriefly<T>(milliseconds: number, ask: (key: string) => Promise<T>, isWorthIt: (answer: T) => boolean) {
  const kept = new Map<string, Promise<T>>();
  return (key: string): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const asked = ask(key);
    keep(kept, key, asked);
    const forget = () => {
      if (kept.get(key) === asked) kept.delete(key);
    };
    setTimeout(forget, milliseconds).unref?.();
    asked.then((answer) => isWorthIt(answer) || forget(), forget);
    return asked;
  };
}
