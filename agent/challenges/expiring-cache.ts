/** A cache with expiry. When it is full, the oldest entry is dropped. */
export class ExpiringCache<T> {
  readonly #known = new Map<string, { value: T; untilMs: number }>();
  readonly #most: number;
  readonly #keptMs: number;

  constructor(most: number, keptMs: number) {
    this.#most = most;
    this.#keptMs = keptMs;
  }

  get(key: string, nowMs: number): T | undefined {
    const known = this.#known.get(key);
    return known && nowMs < known.untilMs ? known.value : undefined;
  }

  set(key: string, value: T, nowMs: number): void {
    this.#known.delete(key);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= this.#most && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, { value, untilMs: nowMs + this.#keptMs });
  }

  get size(): number {
    return this.#known.size;
  }
}
