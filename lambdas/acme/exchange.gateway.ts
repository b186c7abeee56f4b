import type { IncomingHttpHeaders } from 'node:http';
import { httpExchange } from '../shared/net/http-exchange.gateway.ts';
import { keepAlive } from '../shared/net/keep-alive.gateway.ts';
import { jsonIn } from '../shared/net/reply-text.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { Directory } from './answer.schema.ts';

export interface ExchangeRequest {
  method: 'GET' | 'HEAD' | 'POST';
  url: string;
  body?: string;
  /** Aborts the request, and the wait for its answer. */
  signal: AbortSignal;
}

/** A complete answer of any status, or the reason why there is none. */
export type ExchangeResult =
  | {
      kind: 'answer';
      status: number;
      headers: IncomingHttpHeaders;
      body: string;
    }
  | { kind: 'failed'; reason: string };

/** One HTTPS request to the CA. It never retries and never throws. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResult>;

/** A certificate chain has some 6 kB; a CA's answer is never far larger. */
const MAX_BODY_BYTES = 256 * 1024;
/** All connections go to the one CA. */
const MAX_IDLE = 100;
const HEADERS = {
  'user-agent': 'certificate-provisioning-service', // RFC 8555, section 6.1
  'accept-language': 'en',
};

/**
 * Separate connections for one directory. `trustedRootPem` replaces the public roots if given. We choose the CA, so the system
 * resolves its name, unlike a stranger's host (docs/decisions/0003-own-acme-calls.md).
 */
export function httpsExchange({ trustedRootPem }: { trustedRootPem?: string | undefined }): Exchange {
  const connections = keepAlive({ trustedRootPem, mostIdleAtOneAddress: MAX_IDLE });

  return async ({ method, url, body, signal }) => {
    const target = httpsUrl(url);
    if (typeof target === 'string') return { kind: 'failed', reason: target };
    const result = await httpExchange({
      method,
      encrypted: true,
      connectTo: target.hostname.replace(/^\[|\]$/g, ''), // brackets of an IPv6 address
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

export type LogRequest = (request: ExchangeRequest, result: ExchangeResult, milliseconds: number) => void;

/** Logs a line per request. It omits the CA's answer, which may hold secrets of our account. */
export function requestLogger(ca: string, log: Log): LogRequest {
  return ({ method, url }, result, milliseconds) => {
    const status = result.kind === 'answer' ? result.status : undefined;
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    log('info', 'CA request', {
      ...{ ca, method, path, status, milliseconds },
      ...(result.kind === 'failed' && { reason: result.reason }),
      measured: {
        CaRequestsRefused: status !== undefined && status >= 400 && status < 500 ? 1 : 0,
        CaRequestsFailed: status === undefined || status >= 500 ? 1 : 0,
      },
    });
  };
}

/** The URL, or the error code if nothing may be sent there: it may come from an answer of the CA. */
function httpsUrl(text: string): URL | string {
  if (!URL.canParse(text)) return 'ERR_INVALID_URL';
  const url = new URL(text);
  return url.protocol === 'https:' ? url : 'ERR_INVALID_PROTOCOL';
}

const ANSWER_KEPT_SECONDS = 3_600;
/**
 * How long a missing directory is remembered, so that work on thousands of domains does not wait each time for a CA that is down.
 */
const NO_DIRECTORY_CACHE_SECONDS = 60;
const TIMEOUT_MS = 5_000;

export type ReadDirectory = () => Promise<Directory | undefined>;

/** The CA's directory, cached for the life of the process and refreshed hourly. Undefined while the CA returns no valid one. */
export function acmeDirectory({
  directoryUrl,
  exchange,
  clock,
  silenceSeconds = NO_DIRECTORY_CACHE_SECONDS,
}: {
  directoryUrl: string;
  exchange: Exchange;
  clock: Clock;
  silenceSeconds?: number;
}): ReadDirectory {
  let kept: { reading: Promise<Directory | undefined>; until: number } | undefined;

  async function read(): Promise<Directory | undefined> {
    const answer = await exchange({ method: 'GET', url: directoryUrl, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.kind === 'answer' && answer.status === 200 ? Directory.safeParse(jsonIn(answer.body)).data : undefined;
  }

  return async () => {
    const now = clock().getTime();
    if (kept && now < kept.until) return kept.reading;
    const reading = read();
    const entry = { reading, until: now + ANSWER_KEPT_SECONDS * 1000 };
    kept = entry;
    if ((await reading) === undefined) entry.until = now + silenceSeconds * 1000;
    return reading;
  };
}
