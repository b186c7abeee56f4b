/** What one look at DNS may cost, whatever strangers' name servers do: so many questions, and so long. */
export interface LookBudget {
  /** One question less; false when there is none left, or no time. */
  take(): boolean;
  leftMs(): number;
}

/** A timer may fire a moment early: what is left then is no time for a question. */
const SHORTEST_MS = 5;

/** `clockMs`: milliseconds from any fixed moment on (`performance.now`). */
export function lookBudget({ questions, ms }: { questions: number; ms: number }, clockMs: () => number): LookBudget {
  const endsAt = clockMs() + ms;
  let taken = 0;
  const leftMs = () => Math.max(0, endsAt - clockMs());
  return {
    leftMs,
    take() {
      if (taken >= questions || leftMs() < SHORTEST_MS) return false;
      taken += 1;
      return true;
    },
  };
}
