/** A CA's documented rate limit: a bucket that starts full and refills evenly. */
export class TokenBucket {
  readonly #count: number;
  readonly #perMs: number;
  #tokens: number;
  #atMs = 0;

  constructor({ count, windowSeconds }: { count: number; windowSeconds: number }) {
    this.#count = count;
    this.#tokens = count;
    this.#perMs = count / (windowSeconds * 1000);
  }

  /** False: rejected. */
  take(atMs: number): boolean {
    this.#tokens = Math.min(this.#count, this.#tokens + (atMs - this.#atMs) * this.#perMs);
    this.#atMs = atMs;
    // Tolerates the rounding error of some hundred million additions.
    if (this.#tokens < 1 - 1e-6) return false;
    this.#tokens -= 1;
    return true;
  }
}
