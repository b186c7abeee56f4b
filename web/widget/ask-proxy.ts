import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import type { PublicView } from '../../contract/public-view.ts';
import { readView } from './read-view.ts';

/** Longer than a proxy waits for the service. */
const TIMEOUT_MS = 20_000;

export interface Question {
  proxy: string;
  hostname: string;
  fetcher: typeof fetch;
  signal: AbortSignal;
  /** To look now, not to tell what is known. */
  isCheck: boolean;
}

/** `status` 0: no answer; -1: an answer that is none. */
export type Answer = { retryAfter: number; now: number } & ({ view: PublicView } | { status: number; view?: undefined });

const NO_ANSWER = 0;
const NOT_A_VIEW = -1;

/** An internationalized hostname as DNS has it. */
export function asciiOf(hostname: string): string {
  return /[^ -~]/.test(hostname) ? new URL(`http://${hostname}`).hostname : hostname;
}

/** Never throws: what does not work is an answer, too. */
export async function askProxy({ proxy, hostname, fetcher, signal, isCheck }: Question): Promise<Answer> {
  try {
    const address = `${proxy.replace(/\/+$/, '')}/${encodeURIComponent(asciiOf(hostname))}${isCheck ? '/check' : ''}`;
    const response = await fetcher(address, {
      ...{ method: isCheck ? 'POST' : 'GET', cache: 'no-store' },
      headers: { accept: 'application/json', ...(isCheck && { 'x-requested-with': 'cps' }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const now = sentAt(response.headers.get('date'), Date.now());
    // At most a day: a timer of a browser that is set for more than 24 days runs out at once.
    const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), now) ?? 0;
    const known = { retryAfter, now };
    const view = response.ok ? readView(await response.json()) : undefined;
    if (view) return { ...known, view };
    return { ...known, status: response.ok ? NOT_A_VIEW : response.status };
  } catch (error) {
    return { retryAfter: 0, now: Date.now(), status: error instanceof SyntaxError ? NOT_A_VIEW : NO_ANSWER };
  }
}
