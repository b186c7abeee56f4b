import type { Handshake } from '../../lambdas/edge/edge.schema.ts';

interface Awaited {
  fingerprintSha256: string;
  sinceMs: number;
  checks: number;
  dueAtMs: number;
  /** What the service was last told. */
  told?: string;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
const FRESH_MS = 60_000;

/** Which certificates this machine has not been seen serving yet, and when to check again: after 1, 2, 4 … 300 s. */
export class Confirmations {
  readonly #awaited = new Map<string, Awaited>();

  /** A certificate was stored: its web server should show it from now on. */
  expect(hostname: string, fingerprintSha256: string, nowMs: number): void {
    this.#awaited.set(hostname, { fingerprintSha256, sinceMs: nowMs, checks: 0, dueAtMs: nowMs });
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

  /** Takes in one check; answers whether the service does not know it yet. */
  looked(seen: Handshake, nowMs: number): boolean {
    const awaited = this.#awaited.get(seen.hostname);
    if (!awaited) return false;
    awaited.dueAtMs = nowMs + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** awaited.checks);
    awaited.checks += 1;
    return awaited.told !== shownBy(seen);
  }

  /** The service has taken the report: what showed the right certificate is done. */
  told(reported: readonly Handshake[]): void {
    for (const seen of reported) {
      const awaited = this.#awaited.get(seen.hostname);
      if (!awaited) continue;
      awaited.told = shownBy(seen);
      if (seen.fingerprint_sha256 === awaited.fingerprintSha256) this.#awaited.delete(seen.hostname);
    }
  }
}

function shownBy({ fingerprint_sha256, error }: Handshake): string {
  return fingerprint_sha256 ?? error ?? '';
}
