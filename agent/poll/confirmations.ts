import { type Handshake, MAX_MISSING, type ServingReport } from '../../lambdas/agent-api/edge.schema.ts';

interface Awaited {
  fingerprintSha256: string;
  sinceMs: number;
  checks: number;
  dueAtMs: number;
  shown?: Handshake;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 300_000;
const FRESH_MS = 60_000;
/** Minimum interval between reports: the service's own pace during an installation. */
const SAID_EVERY_MS = 2_000;
const MAX_SILENCE_MS = 60_000;

/** Certificates not yet seen served by this machine, and when to check each again: after 1, 2, 4 … 300 s. */
export class Confirmations {
  readonly #awaited = new Map<string, Awaited>();
  /** This machine's place in the service's changes, from its last answer. Undefined before the first one. */
  #place: string | undefined;
  #said = '';
  #saidAgainMs = 0;
  #failures = 0;

  /** The service has set a certificate, which the web server should now serve, whether or not it could be stored. */
  expect(hostname: string, fingerprintSha256: string, nowMs: number): void {
    this.#awaited.set(hostname, { fingerprintSha256, sinceMs: nowMs, checks: 0, dueAtMs: nowMs });
  }

  /** Sets the place from an answer. It is empty in the middle of a list. */
  setPlace(place: string): void {
    if (place !== '') this.#place = place;
  }

  get size(): number {
    return this.#awaited.size;
  }

  /** Number of recently stored certificates. One not served within a minute no longer counts as an installation in progress. */
  recentCount(nowMs: number): number {
    return [...this.#awaited.values()].filter(({ sinceMs }) => nowMs - sinceMs < FRESH_MS).length;
  }

  forget(hostname: string): void {
    this.#awaited.delete(hostname);
  }

  due(nowMs: number, limit: number): string[] {
    const due = [...this.#awaited].filter(([, { dueAtMs }]) => dueAtMs <= nowMs);
    return due.slice(0, limit).map(([hostname]) => hostname);
  }

  recordCheck(seen: Handshake, nowMs: number): void {
    const awaited = this.#awaited.get(seen.hostname);
    if (!awaited) return;
    awaited.dueAtMs = nowMs + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** awaited.checks);
    awaited.checks += 1;
    awaited.shown = seen;
    if (seen.fingerprint_sha256 === awaited.fingerprintSha256) this.#awaited.delete(seen.hostname);
  }

  /**
   * The certificates that this machine serves, when that is new to the service and a report is due. One report covers any number
   * of certificates, after each was checked.
   */
  dueReport(nowMs: number): ServingReport | undefined {
    const awaited = [...this.#awaited.values()];
    if (!this.#place || awaited.some(({ checks }) => checks === 0)) return undefined;
    const last = awaited.toSorted((one, other) => other.sinceMs - one.sinceMs).slice(0, MAX_MISSING);
    const missing = last.flatMap(({ shown }) => shown ?? []);
    const serving = { place: this.#place, missing, missing_count: awaited.length };
    return JSON.stringify(serving) === this.#said || nowMs < this.#saidAgainMs ? undefined : serving;
  }

  recordReportResult(serving: ServingReport, isTaken: boolean, nowMs: number): void {
    if (isTaken) this.#said = JSON.stringify(serving);
    this.#failures = isTaken ? 0 : this.#failures + 1;
    this.#saidAgainMs = nowMs + Math.min(MAX_SILENCE_MS, SAID_EVERY_MS * 2 ** this.#failures);
  }
}
