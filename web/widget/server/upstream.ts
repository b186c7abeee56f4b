import { BoundedMap } from '../../../contract/bounded-map.ts';
import { retryAfterSeconds, sentAt } from '../../../contract/http/retry-after.ts';
import type { PublicView } from '../../../contract/public-view.ts';
import { readView } from '../read-view.ts';
import { MAX_KEPT } from './cache.ts';

const TIMEOUT_MS = 15_000;
const OK = 200;
const NOT_FOUND = 404;

export interface UpstreamOptions {
  baseUrl: string;
  apiKeyId: string;
  apiKey: string;
  fetcher: typeof fetch;
}

export interface UpstreamAnswer {
  status: number;
  /** The full domain. publicView() selects what a browser may see. */
  domain?: PublicView | undefined;
  retryAfter?: number | undefined;
}

interface Called {
  status: number;
  body: unknown;
  retryAfter: number | undefined;
}

/** Reads the domain of a hostname from the API; 404 without one. Rejects without an answer, or for an answer that is no JSON. */
export function openUpstream({ baseUrl, apiKeyId, apiKey, fetcher }: UpstreamOptions) {
  /** Caches domain ids, because a look-up costs one of the thousand requests an hour. */
  const ids = new BoundedMap<string, string>(MAX_KEPT);

  return async (hostname: string, isCheck: boolean): Promise<UpstreamAnswer> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const known = ids.get(hostname);
    const found = known === undefined ? undefined : await askById(known, hostname, isCheck, signal);
    // A domain that was deleted and created again has a new id.
    if (found && found.status !== NOT_FOUND) return found;
    ids.delete(hostname);
    const listed = await call(signal, `/domains?url=${encodeURIComponent(hostname)}`);
    if (listed.status !== OK) return { status: listed.status, retryAfter: listed.retryAfter };
    const id = idIn(listed.body, hostname);
    if (id === undefined) return { status: NOT_FOUND };
    ids.set(hostname, id);
    return askById(id, hostname, isCheck, signal);
  };

  async function askById(id: string, hostname: string, isCheck: boolean, signal: AbortSignal): Promise<UpstreamAnswer> {
    const path = `/domains/${encodeURIComponent(id)}`;
    const { status, body, retryAfter } = isCheck ? await call(signal, `${path}/check`, 'POST') : await call(signal, path);
    if (status !== OK) return { status, retryAfter };
    const domain = readView(body);
    return domain?.url === hostname ? { status, domain, retryAfter } : { status: NOT_FOUND };
  }

  async function call(signal: AbortSignal, path: string, method = 'GET'): Promise<Called> {
    const headers = { 'x-api-key-id': apiKeyId, 'x-api-key': apiKey, accept: 'application/json' };
    // A redirect would send the key elsewhere, so it counts as an error. Workers do not support `redirect: 'error'` and would
    // throw.
    const response = await fetcher(baseUrl + path, { method, headers, signal, redirect: 'manual' });
    const now = sentAt(response.headers.get('date'), Date.now());
    const retryAfter = retryAfterSeconds(response.headers.get('retry-after'), now) || undefined;
    return { status: response.status, body: response.ok ? await response.json() : undefined, retryAfter };
  }
}

function idIn(list: unknown, hostname: string): string | undefined {
  const { data } = (list ?? {}) as { data?: { id?: unknown; url?: unknown }[] };
  const [domain] = data ?? [];
  return domain?.url === hostname && typeof domain.id === 'number' ? String(domain.id) : undefined;
}
