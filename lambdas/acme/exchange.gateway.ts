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
 * ours to choose, not a stranger's host: its name is looked up by the system (docs/decisions/0003-own-acme-calls.md).
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

export type TellOfRequest = (request: ExchangeRequest, result: ExchangeResult, milliseconds: number) => void;

/** A line in the log for each request. The CA's answer itself may name our account's secrets, and is in none. */
export function logsRequests(ca: string, log: Log): TellOfRequest {
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

/** The URL, or why nothing is sent there: it may come from an answer of the CA. */
function httpsUrl(text: string): URL | string {
  if (!URL.canParse(text)) return 'ERR_INVALID_URL';
  const url = new URL(text);
  return url.protocol === 'https:' ? url : 'ERR_INVALID_PROTOCOL';
}

const ANSWER_KEPT_SECONDS = 3_600;
/** That there was none, so that what is done for thousands of domains does not wait for a CA that is down each time. */
const SILENCE_KEPT_SECONDS = 60;
const TIMEOUT_MS = 5_000;

export type ReadDirectory = () => Promise<Directory | undefined>;

/**
 * The CA's directory, kept as long as the process lives and asked for anew once an hour. Undefined while the CA does not answer
 * as one.
 */
export function acmeDirectory({
  directoryUrl,
  exchange,
  clock,
  silenceSeconds = SILENCE_KEPT_SECONDS,
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
