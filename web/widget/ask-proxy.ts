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
export type Answer = { retryAfter: number; now: number } & ({ view: PublicView } | { status: number; view?: never });

/** A timer of a browser that is set for more than 24 days runs out at once. */
const LONGEST_SECONDS = 24 * 60 * 60;
const NO_ANSWER = 0;
const NOT_A_VIEW = -1;

/** Never throws: what does not work is an answer, too. */
export async function askProxy({ proxy, hostname, fetcher, signal, isCheck }: Question): Promise<Answer> {
  const address = `${proxy.replace(/\/+$/, '')}/${encodeURIComponent(hostname)}${isCheck ? '/check' : ''}`;
  try {
    const response = await fetcher(address, {
      ...{ method: isCheck ? 'POST' : 'GET', cache: 'no-store' },
      headers: { accept: 'application/json', ...(isCheck && { 'x-requested-with': 'cps' }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const now = Date.parse(response.headers.get('date') ?? '') || Date.now();
    const known = { retryAfter: secondsIn(response.headers.get('retry-after') ?? '', now), now };
    if (!response.ok) return { ...known, status: response.status };
    const view = readView(await response.json());
    return view ? { ...known, view } : { ...known, status: NOT_A_VIEW };
  } catch (error) {
    return { retryAfter: 0, now: Date.now(), status: error instanceof SyntaxError ? NOT_A_VIEW : NO_ANSWER };
  }
}

/** Of `Retry-After`, which is a number or an instant (RFC 9110, section 10.2.3). */
function secondsIn(retryAfter: string, now: number): number {
  const seconds = Number(retryAfter);
  const wanted = Number.isNaN(seconds) ? (Date.parse(retryAfter) - now) / 1000 : seconds;
  return Math.ceil(Math.min(Math.max(wanted || 0, 0), LONGEST_SECONDS));
}
