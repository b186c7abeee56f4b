import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { FlattenedSign } from 'jose';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { publicJwk } from './account.ts';
import { Directory } from './answer.schema.ts';
import { type AcmeAnswer, type AcmeResult, problemOf, readAnswer } from './answer.ts';
import type { Exchange, ExchangeRequest, LogRequest } from './exchange.gateway.ts';
import { isGone, isProblem, malformedAnswer, mayHaveMoved, toUnreachable } from './problem.ts';

/** More than a step ever needs at once. Dropping the oldest only costs a request. */
const CAPACITY = 32;
const BASE64URL = /^[A-Za-z0-9_-]+$/; // RFC 8555, section 6.5.1: ignore any other

/** Unused nonces of one directory: each answer of the CA brings one, each request takes one. */
export class Nonces {
  readonly #unused: string[] = [];

  offer(nonce: unknown): void {
    if (typeof nonce !== 'string' || !BASE64URL.test(nonce)) return;
    this.#unused.push(nonce);
    if (this.#unused.length > CAPACITY) this.#unused.shift();
  }

  /** Adds a nonce left over by another process. Only if there is none here, because it may be used already. */
  borrow(nonce: string | undefined): void {
    if (this.#unused.length === 0) this.offer(nonce);
  }

  /** The newest, because CAs expire old ones. */
  take(): string | undefined {
    return this.#unused.pop();
  }
}

/** An account by its URL, or a key that is not registered yet. */
export interface Signer {
  /** P-256. */
  key: KeyObject;
  accountUrl?: string;
}

export interface Transport {
  directoryUrl: string;
  exchange: Exchange;
  nonces: Nonces;
  clock: Clock;
  tell?: LogRequest | undefined;
}

/** A CA that refuses one nonce in twenty (Pebble) refuses four in a row once in 160,000 requests. */
const MAX_TRIES = 4;

/** An empty payload reads (POST-as-GET, RFC 8555, section 6.3); any other is sent as JSON. */
export type Payload = Record<string, unknown> | '';

/**
 * A signed request (RFC 8555, section 6.2). Only a refused nonce is retried, because the CA has then done nothing. After a broken
 * connection the outcome is unknown, so the caller must check before it retries.
 */
export function signedPost(transport: Transport, freshNonce: (signal: AbortSignal) => Promise<AcmeResult<string>>) {
  return async (signer: Signer, url: string, payload: Payload, signal: AbortSignal): Promise<AcmeResult<AcmeAnswer>> => {
    for (let tried = 1; ; tried += 1) {
      const leftOver = transport.nonces.take();
      const nonce: AcmeResult<string> = leftOver === undefined ? await freshNonce(signal) : { kind: 'ok', value: leftOver };
      if (nonce.kind === 'problem') return nonce;
      const body = await jws(signer, url, payload, nonce.value);
      const answer = await send(transport, { method: 'POST', url, body, signal });
      if (answer.kind === 'problem' || tried === MAX_TRIES || !refusesNonce(answer.value, transport.clock())) return answer;
    }
  };
}

function refusesNonce(answer: AcmeAnswer, now: Date): boolean {
  return answer.status >= 400 && isProblem(problemOf(answer, now), 'badNonce');
}

/** Requests a nonce (RFC 8555, section 7.2). */
export async function newNonce(transport: Transport, url: string, signal: AbortSignal): Promise<AcmeResult<string>> {
  const answer = await send(transport, { method: 'HEAD', url, signal });
  if (answer.kind === 'problem') return answer;
  const { status } = answer.value;
  if (status >= 400) return { kind: 'problem', problem: problemOf(answer.value, transport.clock()) };
  const fetched = transport.nonces.take();
  if (fetched === undefined) return { kind: 'problem', problem: malformedAnswer('The CA gave no nonce.', status) };
  return { kind: 'ok', value: fetched };
}

/** Sends the request and keeps the nonce of every answer, errors included (RFC 8555, section 6.5). */
async function send({ exchange, nonces, clock, tell }: Transport, request: ExchangeRequest): Promise<AcmeResult<AcmeAnswer>> {
  const startedAt = clock().getTime();
  const result = await exchange(request);
  tell?.(request, result, clock().getTime() - startedAt);
  if (result.kind === 'failed') return { kind: 'problem', problem: toUnreachable(result.reason) };
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

/** A CA's directory (RFC 8555, section 7.1.1), cached for the life of the process until a resource is missing there. */
export function cachedDirectory(transport: Transport) {
  let kept: Directory | undefined;

  async function read(signal: AbortSignal): Promise<AcmeResult<Directory>> {
    const answer = await send(transport, { method: 'GET', url: transport.directoryUrl, signal });
    const found: AcmeResult<Directory> = answer.kind === 'ok' ? readAnswer(answer.value, Directory, transport.clock()) : answer;
    kept = found.kind === 'ok' ? found.value : undefined;
    return found;
  }

  /** A CA may move its resources while this process lives: a missing one is looked up in the current directory. */
  async function withCurrentDirectory<T>(
    signal: AbortSignal,
    askAt: (directory: Directory) => Promise<AcmeResult<T>>,
  ): Promise<AcmeResult<T>> {
    const before = kept;
    const first: AcmeResult<Directory> = before ? { kind: 'ok', value: before } : await read(signal);
    if (first.kind === 'problem') return first;
    const result = await askAt(first.value);
    if (result.kind === 'ok' || !mayHaveMoved(result.problem)) return result;
    kept = undefined;
    if (before === undefined || !isGone(result.problem)) return result;
    const now = await read(signal);
    if (now.kind === 'ok' && !isDeepStrictEqual(now.value, before)) return askAt(now.value);
    kept = undefined;
    return result;
  }

  return { read, asked: withCurrentDirectory };
}
