import { type Handshake, MOST_MISSING, type Serving } from '../../lambdas/edge/edge.schema.ts';

interface Awaited {
  fingerprintSha256: string;
  sinceMs: number;
  checks: number;
  dueAtMs: number;
  /** What the last check showed. */
  shown?: Handshake;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
const FRESH_MS = 60_000;
/** Between two reports of what is served: the pace of the service while it installs. */
const SAID_EVERY_MS = 2_000;
const LONGEST_SILENCE_MS = 60_000;

/** Which certificates this machine has not been seen serving yet, and when to check again: after 1, 2, 4 … 300 s. */
export class Confirmations {
  readonly #awaited = new Map<string, Awaited>();
  /** How far this machine has come, as the service says. Undefined: it has not answered yet. */
  #place: string | undefined;
  #said = '';
  #saidAgainMs = 0;
  #failures = 0;

  /** The service has put a certificate: the web server should show it from now on, whether or not it could be stored. */
  expect(hostname: string, fingerprintSha256: string, nowMs: number): void {
    this.#awaited.set(hostname, { fingerprintSha256, sinceMs: nowMs, checks: 0, dueAtMs: nowMs });
  }

  /** What an answer says of how far this machine has come: empty in the middle of a list. */
  came(place: string): void {
    if (place !== '') this.#place = place;
  }

  get size(): number {
    return this.#awaited.size;
  }

  /** Those stored lately: what is not shown within a minute is no installation under way any more. */
  fresh(nowMs: number): number {
    return [...this.#awaited.values()].filter(({ sinceMs }) => nowMs - sinceMs < FRESH_MS).length;
  }

  forget(hostname: string): void {
    this.#awaited.delete(hostname);
  }

  due(nowMs: number, limit: number): string[] {
    const due = [...this.#awaited].filter(([, { dueAtMs }]) => dueAtMs <= nowMs);
    return due.slice(0, limit).map(([hostname]) => hostname);
  }

  /** Takes in one check. */
  looked(seen: Handshake, nowMs: number): void {
    const awaited = this.#awaited.get(seen.hostname);
    if (!awaited) return;
    awaited.dueAtMs = nowMs + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** awaited.checks);
    awaited.checks += 1;
    awaited.shown = seen;
    if (seen.fingerprint_sha256 === awaited.fingerprintSha256) this.#awaited.delete(seen.hostname);
  }

  /**
   * What this machine serves, where that is news to the service and its time has come: one report for however many certificates,
   * once each was checked.
   */
  serving(nowMs: number): Serving | undefined {
    const awaited = [...this.#awaited.values()];
    if (!this.#place || awaited.some(({ checks }) => checks === 0)) return undefined;
    const last = awaited.toSorted((one, other) => other.sinceMs - one.sinceMs).slice(0, MOST_MISSING);
    const missing = last.flatMap(({ shown }) => shown ?? []);
    const serving = { place: this.#place, missing, missing_count: awaited.length };
    return JSON.stringify(serving) === this.#said || nowMs < this.#saidAgainMs ? undefined : serving;
  }

  /** Whether the service has taken that. */
  said(serving: Serving, isTaken: boolean, nowMs: number): void {
    if (isTaken) this.#said = JSON.stringify(serving);
    this.#failures = isTaken ? 0 : this.#failures + 1;
    this.#saidAgainMs = nowMs + Math.min(LONGEST_SILENCE_MS, SAID_EVERY_MS * 2 ** this.#failures);
  }
}
