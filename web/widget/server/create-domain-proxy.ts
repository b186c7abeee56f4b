import { type Audience, publicView } from '../../../copy/public-view.ts';
import { refuse, sendView } from './answers.ts';
import { cacheFor } from './cache.ts';
import { readRequest } from './read-request.ts';
import { openUpstream, type UpstreamAnswer } from './upstream.ts';

/** Cache time of an answer, for all pages. */
const KEPT_MS = 5000;

export interface DomainProxyOptions {
  /** Address of the API, ending in `/api`. */
  baseUrl: string;
  /** A key with only `domains.read` and `domains.check`. It never leaves the server. */
  apiKeyId: string;
  apiKey: string;
  /**
   * Whether the signed-in customer of this request may see this hostname. `undefined`: nobody is signed in. Only you can
   * implement this rule; without it everybody could read all your customers' domains.
   */
  owns: (request: Request, hostname: string) => Promise<boolean | undefined> | boolean | undefined;
  /** Your name, as your customers know it: "Waiting for …". */
  brand?: string | undefined;
  fetcher?: typeof fetch;
}

/** Answers the requests of `<cps-domain>`: `GET …/{hostname}` and `POST …/{hostname}/check`, below any path. Never rejects. */
export function createDomainProxy(options: DomainProxyOptions): (request: Request) => Promise<Response> {
  const { owns, apiKeyId, apiKey, brand, fetcher = (input, init) => fetch(input, init) } = options;
  if (typeof owns !== 'function') throw new TypeError('createDomainProxy needs owns(request, hostname).');
  // An unset variable would be sent as a key, and the only symptom would be 502.
  if (!apiKeyId || !apiKey) throw new TypeError('createDomainProxy needs apiKeyId and apiKey.');
  if (!URL.canParse(options.baseUrl)) throw new TypeError('createDomainProxy needs baseUrl, the address of the API.');
  const ask = openUpstream({ baseUrl: options.baseUrl.replace(/\/+$/, ''), apiKeyId, apiKey, fetcher });
  const readKept = cacheFor(
    KEPT_MS,
    (hostname) => ask(hostname, false),
    ({ domain }) => domain !== undefined,
  );

  return async (request) => {
    const asked = readRequest(request);
    if (asked.refused) return asked.refused;
    try {
      const isTheirs = await owns(request, asked.hostname);
      if (isTheirs === undefined) return refuse(401);
      if (isTheirs !== true) return refuse(404);
      return toResponse(await (asked.isCheck ? check(asked.hostname) : readKept(asked.hostname)), { is: 'owner', brand });
    } catch {
      // The error's message could contain a key or an internal host name.
      return refuse(502);
    }
  };

  /** After a recent check, returns the known result and the time until the next check. */
  async function check(hostname: string): Promise<UpstreamAnswer> {
    const found = await ask(hostname, true);
    return found.status === 429 ? { ...(await readKept(hostname)), retryAfter: found.retryAfter ?? 10 } : found;
  }
}

function toResponse({ status, domain, retryAfter }: UpstreamAnswer, audience: Audience): Response {
  if (domain) return sendView(publicView(domain, audience), retryAfter);
  return refuse(status === 404 || status === 429 ? status : 502, retryAfter);
}
