import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { FlattenedSign } from 'jose';
import { httpExchange } from '../shared/net/http-exchange.gateway.ts';
import { keepAlive } from '../shared/net/keep-alive.gateway.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { publicJwk } from './account.ts';
import { type AcmeAnswer, type AcmeResult, problemOf } from './answer.ts';
import { isProblem, malformedAnswer, unreachable } from './problem.ts';

/** More than a step ever needs at once; beyond it the oldest are forgotten, which costs nothing but a request. */
const CAPACITY = 32;
const BASE64URL = /^[A-Za-z0-9_-]+$/; // RFC 8555, section 6.5.1: ignore any other

/** Nonces of one directory that nobody has used yet: each answer of the CA brings one, each request takes one. */
export class Nonces {
  readonly #unused: string[] = [];

  offer(nonce: unknown): void {
    if (typeof nonce !== 'string' || !BASE64URL.test(nonce)) return;
    this.#unused.push(nonce);
    if (this.#unused.length > CAPACITY) this.#unused.shift();
  }

  /** One that another process left over: only where there is none here, because it may be used already. */
  borrow(nonce: string | undefined): void {
    if (this.#unused.length === 0) this.offer(nonce);
  }

  /** The newest, because CAs forget old ones. */
  take(): string | undefined {
    return this.#unused.pop();
  }
}

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
 * Connections of its own for one directory, trusting `trustedRootPem` instead of the public roots where it is given. The CA is ours
 * to choose, not a stranger's host: its name is looked up by the system (docs/decisions/0015-one-http-exchange.md).
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

/** Who signs: an account by its URL, or, while it has none, a key that introduces itself. */
export interface Signer {
  /** P-256. */
  key: KeyObject;
  accountUrl?: string;
}

export interface SignedPostPorts {
  exchange: Exchange;
  nonces: Nonces;
  /** Asks for one. */
  freshNonce: (signal: AbortSignal) => Promise<AcmeResult<string>>;
  clock: Clock;
}

/** A CA that refuses one nonce in twenty (Pebble) refuses four in a row once in 160,000 requests. */
const MAX_TRIES = 4;

/** An empty payload reads (POST-as-GET, RFC 8555, section 6.3); any other is sent as JSON. */
export type Payload = Record<string, unknown> | '';

/**
 * A signed request (RFC 8555, section 6.2). Only a refused nonce repeats it, because the CA has then done nothing; after a
 * connection that broke nobody knows, so the caller has to look before it asks again.
 */
export function signedPost({ exchange, nonces, freshNonce, clock }: SignedPostPorts) {
  return async (signer: Signer, url: string, payload: Payload, signal: AbortSignal): Promise<AcmeResult<AcmeAnswer>> => {
    for (let tried = 1; ; tried += 1) {
      const nonce = await unusedNonce(signal);
      if (nonce.kind === 'problem') return nonce;
      const body = await jws(signer, url, payload, nonce.value);
      const answer = await send(exchange, nonces, {
        method: 'POST',
        url,
        body,
        signal,
      });
      if (answer.kind === 'problem' || tried === MAX_TRIES) return answer;
      const { status } = answer.value;
      if (status < 400 || !isProblem(problemOf(answer.value, clock()), 'badNonce')) return answer;
    }
  };

  async function unusedNonce(signal: AbortSignal): Promise<AcmeResult<string>> {
    const leftOver = nonces.take();
    return leftOver === undefined ? freshNonce(signal) : { kind: 'ok', value: leftOver };
  }
}

/** A nonce of its own request (RFC 8555, section 7.2). */
export async function newNonce(
  { exchange, nonces, clock }: Pick<SignedPostPorts, 'exchange' | 'nonces' | 'clock'>,
  url: string,
  signal: AbortSignal,
): Promise<AcmeResult<string>> {
  const answer = await send(exchange, nonces, { method: 'HEAD', url, signal });
  if (answer.kind === 'problem') return answer;
  const { status } = answer.value;
  if (status >= 400) return { kind: 'problem', problem: problemOf(answer.value, clock()) };
  const fetched = nonces.take();
  if (fetched === undefined) return { kind: 'problem', problem: malformedAnswer('The CA gave no nonce.', status) };
  return { kind: 'ok', value: fetched };
}

/** Sends, and keeps the nonce that every answer brings, errors too (RFC 8555, section 6.5). */
export async function send(exchange: Exchange, nonces: Nonces, request: ExchangeRequest): Promise<AcmeResult<AcmeAnswer>> {
  const result = await exchange(request);
  if (result.kind === 'failed') return { kind: 'problem', problem: unreachable(result.reason) };
  nonces.offer(result.headers['replay-nonce']);
  return { kind: 'ok', value: result };
}

async function jws({ key, accountUrl }: Signer, url: string, payload: Payload, nonce: string): Promise<string> {
  const text = payload === '' ? '' : JSON.stringify(payload);
  const identity = accountUrl === undefined ? { jwk: publicJwk(key) } : { kid: accountUrl };
  const signed = await new FlattenedSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'ES256', nonce, url, ...identity })
    .sign(key);
  return JSON.stringify(signed);
}
