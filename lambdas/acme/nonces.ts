/** More than a step ever needs at once; beyond it the oldest are forgotten, which costs nothing but a request. */
const CAPACITY = 32;
const BASE64URL = /^[A-Za-z0-9_-]+$/; // RFC 8555, section 6.5.1: ignore any other

/** Nonces of one directory that nobody has used yet: each answer of the CA brings one, each request takes one. */
export class Nonces {
  readonly #unused: string[] = [];

  offer(nonce: unknown): void {
    if (typeof nonce !== 'string' || !BASE64URL.test(nonce)) return;
    this.#unused.push(nonce);
    if (this.#unused.length > CAPACITY) this.#unused.shift();
  }

  /** One that another process left over: only where there is none here, because it may be used already. */
  borrow(nonce: string | undefined): void {
    if (this.#unused.length === 0) this.offer(nonce);
  }

  /** The newest, because CAs forget old ones. */
  take(): string | undefined {
    return this.#unused.pop();
  }
}
