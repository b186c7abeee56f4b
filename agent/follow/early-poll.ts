import { setTimeout as sleep } from 'node:timers/promises';

/** Between the beginnings of two polls: the pace of the service while it installs. */
const SHORTEST_MS = 2_000;

/** The pauses between polls, which somebody may shorten who waits for news. */
export class EarlyPoll {
  #wake = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #isUnderWay = false;
  #beganMs = Number.NEGATIVE_INFINITY;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Ends with the poll that is under way, otherwise with the next one, which begins soon. */
  hear(): Promise<void> {
    return new Promise((heard) => {
      this.#waiting.push(heard);
      if (!this.#isUnderWay) this.#wake.abort();
    });
  }

  /** Runs one poll. */
  async poll<T>(once: () => Promise<T>): Promise<T> {
    this.#wake = new AbortController();
    this.#beganMs = this.#nowMs();
    this.#isUnderWay = true;
    try {
      return await once();
    } finally {
      this.#isUnderWay = false;
      for (const heard of this.#waiting.splice(0)) heard();
    }
  }

  /** Until the next poll is due, or sooner where somebody waits for it. */
  async pause(ms: number, stop: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: AbortSignal.any([stop, this.#wake.signal]) }).catch(() => undefined);
    if (!this.#wake.signal.aborted) return;
    const restMs = Math.min(ms, SHORTEST_MS) - (this.#nowMs() - this.#beganMs);
    if (restMs > 0) await sleep(restMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
