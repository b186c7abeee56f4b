/** Seeded random numbers: mulberry32, good for 2^32 draws. */
export class Chance {
  #state: number;

  /** `stream`: the purpose of the numbers. Streams of one seed are independent: a draw in one does not shift another. */
  constructor(seed: number, stream: string) {
    this.#state = seed >>> 0;
    for (const letter of stream) this.#state = Math.imul(this.#state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    this.below(1);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(all: readonly [T, ...T[]]): T {
    return all[this.below(all.length)] ?? all[0];
  }
}
