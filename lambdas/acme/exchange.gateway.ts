import type { IncomingHttpHeaders } from 'node:http';
import { httpExchange } from '../shared/net/http-exchange.gateway.ts';
import { keepAlive } from '../shared/net/keep-alive.gateway.ts';

export interface ExchangeRequest {
  method: 'GET' | 'HEAD' | 'POST';
  url: string;
  body?: string;
  /** Ends the request, and the wait for its answer. */
  signal: AbortSignal;
}

/** What came back: a complete answer of any status, or why there is none. */
export type ExchangeResult =
  | {
      kind: 'answer';
      status: number;
      headers: IncomingHttpHeaders;
      body: string;
    }
  | { kind: 'failed'; reason: string };

/** One HTTPS request to the CA: never repeated, never thrown. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResult>;

/** A certificate chain is some 6 kB; what is far larger is no answer of a CA. */
const MAX_BODY_BYTES = 256 * 1024;
/** All of them lead to the one CA. */
const MOST_IDLE = 100;
const HEADERS = {
  'user-agent': 'certificate-provisioning-service', // RFC 8555, section 6.1
  'accept-language': 'en',
};

/**
 * Connections of its own for one directory, trusting `trustedRootPem` instead of the public roots where it is given. The CA is
 * ours to choose, not a stranger's host: its name is looked up by the system (docs/decisions/0015-one-http-exchange.md).
 */
export function httpsExchange({ trustedRootPem }: { trustedRootPem?: string | undefined }): Exchange {
  const connections = keepAlive({ trustedRootPem, mostIdleAtOneAddress: MOST_IDLE });

  return async ({ method, url, body, signal }) => {
    const target = httpsUrl(url);
    if (typeof target === 'string') return { kind: 'failed', reason: target };
    const result = await httpExchange({
      method,
      encrypted: true,
      connectTo: target.hostname.replace(/^\[|\]$/g, ''), // of an IPv6 address
      port: Number(target.port || 443),
      path: target.pathname + target.search,
      headers: body === undefined ? HEADERS : { ...HEADERS, 'content-type': 'application/jose+json' },
      ...(body !== undefined && { body }),
      connections,
      signal,
      maxBytes: MAX_BODY_BYTES,
      whenLonger: 'fail',
    });
    if (result.kind === 'failed')
      return { kind: 'failed', reason: result.failure === 'timeout' ? 'no answer in time' : result.code || result.message };
    const { status, headers, body: received } = result;
    return { kind: 'answer', status, headers, body: received.toString('utf8') };
  };
}

/** The URL, or why nothing is sent there: it may come from an answer of the CA. */
function httpsUrl(text: string): URL | string {
  if (!URL.canParse(text)) return 'ERR_INVALID_URL';
  const url = new URL(text);
  return url.protocol === 'https:' ? url : 'ERR_INVALID_PROTOCOL';
}
