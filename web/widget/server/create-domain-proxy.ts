import { type Audience, publicView } from '../../../copy/public-view.ts';
import { refuse, sendView } from './answers.ts';
import { keepBriefly } from './keep.ts';
import { readRequest } from './read-request.ts';
import { openUpstream, type UpstreamAnswer } from './upstream.ts';

/** An answer serves all pages that ask within this time. */
const KEPT_MS = 5000;

export interface DomainProxyOptions {
  /** Of the API, with `/api` at its end. */
  baseUrl: string;
  /** A key with `domains.read` and `domains.check`, and no more. It stays here. */
  apiKeyId: string;
  apiKey: string;
  /**
   * Whether the customer who is signed in, as the request shows, may see this hostname. `undefined`: nobody is signed in. The one
   * rule that nobody but you can know: without it everybody could read the domains of all your customers.
   */
  owns: (request: Request, hostname: string) => Promise<boolean | undefined> | boolean | undefined;
  /** Your name, as your customers know it: "Waiting for …". */
  brand?: string | undefined;
  fetcher?: typeof fetch;
}

/** Answers what `<cps-domain>` asks: `GET …/{hostname}` and `POST …/{hostname}/check`, below any path. Never rejects. */
export function createDomainProxy(options: DomainProxyOptions): (request: Request) => Promise<Response> {
  const { owns, apiKeyId, apiKey, brand, fetcher = (input, init) => fetch(input, init) } = options;
  if (typeof owns !== 'function') throw new TypeError('createDomainProxy needs owns(request, hostname).');
  // A variable that is not set would be sent as a key, and all that anybody saw of it would be 502.
  if (!apiKeyId || !apiKey) throw new TypeError('createDomainProxy needs apiKeyId and apiKey.');
  if (!URL.canParse(options.baseUrl)) throw new TypeError('createDomainProxy needs baseUrl, the address of the API.');
  const ask = openUpstream({ baseUrl: options.baseUrl.replace(/\/+$/, ''), apiKeyId, apiKey, fetcher });
  const readKept = keepBriefly(
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
      // Whatever the error says may name a key or a machine.
      return refuse(502);
    }
  };

  /** Where it was looked at a moment ago already, what is known, and when it may be asked again. */
  async function check(hostname: string): Promise<UpstreamAnswer> {
    const found = await ask(hostname, true);
    return found.status === 429 ? { ...(await readKept(hostname)), retryAfter: found.retryAfter ?? 10 } : found;
  }
}

function toResponse({ status, domain, retryAfter }: UpstreamAnswer, audience: Audience): Response {
  if (domain) return sendView(publicView(domain, audience), retryAfter);
  return refuse(status === 404 || status === 429 ? status : 502, retryAfter);
}
