import TinyQueue from 'tinyqueue';

/** A priority queue by time. */
export class Agenda<What> {
  readonly #queue = new TinyQueue<{ at: number; what: What }>([], (one, other) => one.at - other.at);

  get next(): number {
    return this.#queue.peek()?.at ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, what: What): void {
    this.#queue.push({ at, what });
  }

  take(): What | undefined {
    return this.#queue.pop()?.what;
  }
}
