/**
 * A map of at most `most` entries: beyond that, the entry that was set longest ago is dropped, so that a process which lives for
 * hours does not grow with every name it meets. Reading does not refresh an entry: for least-recently-used order, set the value
 * again. Written here because `lru-cache` (no dependencies, well maintained) adds 18 kB to every bundle for the same ten lines.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    this.delete(key); // a Map leaves an existing key in its place
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
    }
    return this;
  }
}
