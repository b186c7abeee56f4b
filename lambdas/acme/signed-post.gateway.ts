import type { KeyObject } from 'node:crypto';
import { FlattenedSign } from 'jose';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { Exchange, ExchangeRequest } from './exchange.gateway.ts';
import { publicJwk } from './jwk.ts';
import type { Nonces } from './nonces.ts';
import { isProblem, malformedAnswer, unreachable } from './problem.ts';
import { type AcmeAnswer, type AcmeResult, problemOf } from './result.ts';

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
