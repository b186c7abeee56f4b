/** What is to be done when, earliest first: a binary heap. */
export class Agenda<What> {
  readonly #heap: { at: number; what: What }[] = [];

  get next(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, what: What): void {
    const heap = this.#heap;
    let place = heap.push({ at, what }) - 1;
    while (place > 0 && this.#at((place - 1) >> 1) > this.#at(place)) {
      this.#swap(place, (place - 1) >> 1);
      place = (place - 1) >> 1;
    }
  }

  take(): What | undefined {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    const taken = heap.pop();
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const child = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(child) >= this.#at(place)) return taken?.what;
      this.#swap(place, child);
      place = child;
    }
  }

  #at(place: number): number {
    return this.#heap[place]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  }
}
