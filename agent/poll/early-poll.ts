import { setTimeout as sleep } from 'node:timers/promises';

/** Minimum time between the starts of two polls: the service's own pace during an installation. */
const MIN_MS = 2_000;

/** Pauses between polls, which a caller that waits for news can shorten. */
export class EarlyPoll {
  #wake = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #isUnderWay = false;
  #beganMs = Number.NEGATIVE_INFINITY;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Resolves after the poll in progress, or else after the next one, which then starts soon. */
  awaitPoll(): Promise<void> {
    return new Promise((heard) => {
      this.#waiting.push(heard);
      if (!this.#isUnderWay) this.#wake.abort();
    });
  }

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

  /** Waits until the next poll is due, or less when a caller waits for it. */
  async pause(ms: number, stop: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: AbortSignal.any([stop, this.#wake.signal]) }).catch(() => undefined);
    if (!this.#wake.signal.aborted) return;
    const restMs = Math.min(ms, MIN_MS) - (this.#nowMs() - this.#beganMs);
    if (restMs > 0) await sleep(restMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
