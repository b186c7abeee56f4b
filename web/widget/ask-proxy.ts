import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import type { PublicView } from '../../contract/public-view.ts';
import { readView } from './read-view.ts';

/** Longer than a proxy's time-out for the service. */
const TIMEOUT_MS = 20_000;

export interface Question {
  proxy: string;
  hostname: string;
  fetcher: typeof fetch;
  signal: AbortSignal;
  /** Starts a DNS check instead of reading the last result. */
  isCheck: boolean;
}

/** `status` 0: no answer; -1: an invalid answer. */
export type Answer = { retryAfter: number; now: number } & ({ view: PublicView } | { status: number; view?: undefined });

const NO_ANSWER = 0;
const NOT_A_VIEW = -1;

/** The ASCII form of an internationalized hostname. */
export function asciiOf(hostname: string): string {
  return /[^ -~]/.test(hostname) ? new URL(`http://${hostname}`).hostname : hostname;
}

/** Never throws: an error is an answer too. */
export async function askProxy({ proxy, hostname, fetcher, signal, isCheck }: Question): Promise<Answer> {
  try {
    const address = `${proxy.replace(/\/+$/, '')}/${encodeURIComponent(asciiOf(hostname))}${isCheck ? '/check' : ''}`;
    const response = await fetcher(address, {
      ...{ method: isCheck ? 'POST' : 'GET', cache: 'no-store' },
      headers: { accept: 'application/json', ...(isCheck && { 'x-requested-with': 'cps' }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const now = sentAt(response.headers.get('date'), Date.now());
    // At most a day: a browser timer of more than 24 days fires at once.
    const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), now) ?? 0;
    const known = { retryAfter, now };
    const view = response.ok ? readView(await response.json()) : undefined;
    if (view) return { ...known, view };
    return { ...known, status: response.ok ? NOT_A_VIEW : response.status };
  } catch (error) {
    return { retryAfter: 0, now: Date.now(), status: error instanceof SyntaxError ? NOT_A_VIEW : NO_ANSWER };
  }
}
