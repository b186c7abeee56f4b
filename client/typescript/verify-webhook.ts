import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './webhook-event.ts';

export type { WebhookEvent, WebhookEventName } from './webhook-event.ts';

/** Why a request is not accepted as a delivery of the service. */
export type VerificationProblem = 'missing_header' | 'malformed_header' | 'too_old' | 'too_new' | 'wrong_signature' | 'not_json';

/** Do not act on the request. `message` is for your log: it contains the remedy and no secret. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: VerificationProblem;

  constructor(reason: VerificationProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Headers of a Fetch API request, or Node's `request.headers`. Names are case-insensitive. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerificationOptions {
  /** Maximum difference between the attempt's time and now, past or future. Default: 300, as Standard Webhooks advises. */
  toleranceSeconds?: number;
  /** For tests. Default: the current time. */
  now?: Date;
}

/** Prefix of Standard Webhooks: a base64 key follows. A secret without it is the key itself. */
const ENCODED = 'whsec_';
/** Checks the whole text: Buffer would skip invalid characters and return another key. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BODY_SIGNATURE = 'x-service-signature';
/** The same signature with the new secret, during a rotation. */
const NEXT_BODY_SIGNATURE = 'x-service-signature-next';
const TOLERANCE_SECONDS = 300;

/**
 * Returns the delivery's event if both signatures are valid and it is recent. `x-service-signature` signs the body,
 * `webhook-signature` (Standard Webhooks, symmetric) signs id, time and body. The service sends both, so a request with only one
 * is refused. `rawBody`: the body as it arrived, before any JSON parser. `secrets`: one, or several during a rotation, of which
 * one must match. Throws `WebhookVerificationError`, or a `TypeError` for a wrong call: no secret, or a parsed body. An event
 * with `is_test: true` is a test: nothing has happened.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerificationOptions = {},
): WebhookEvent {
  const keys = readSecrets(secrets);
  // Before the body: a stranger's request has no headers, and a missing raw body would be blamed on a parser.
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'));
  const bodySignatures = bodySignaturesOf(headers);
  const body = bytesOf(rawBody);
  refuseOtherTimes(timestamp, toleranceSeconds, now);
  const rightInTime = keys.map(({ decoded }) => hmac(decoded, 'base64', `${id}.${timestamp}.`, body));
  refuseUnlessOneFits('webhook-signature', signatures, rightInTime);
  const rightOfBody = keys.map(({ text }) => hmac(text, 'hex', body));
  refuseUnlessOneFits(BODY_SIGNATURE, bodySignatures, rightOfBody);
  return parsed(body);
}

/**
 * Throws a `TypeError` for a secret that cannot verify deliveries. Call it when your program starts, not at the first delivery.
 */
export function checkWebhookSecret(secrets: string | readonly string[]): void {
  readSecrets(secrets);
}

type Keys = { decoded: Buffer; text: Buffer };

function readSecrets(secrets: string | readonly string[]): Keys[] {
  const keys = [secrets].flat().map(keysOf);
  if (keys.length === 0) throw new TypeError('there is no webhook secret: give at least one');
  return keys;
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError('verifyWebhook needs the body as it arrived, text or bytes: keep it from your JSON parser');
}

/** Keys of a secret: `webhook-signature` uses the decoded part, `x-service-signature` the whole text. */
function keysOf(given: unknown): Keys {
  const asItStands = String(given ?? '');
  const trimmed = asItStands.trim();
  const isEncoded = trimmed.startsWith(ENCODED);
  const text = Buffer.from(isEncoded ? trimmed : asItStands);
  const encoded = trimmed.slice(ENCODED.length);
  if (isEncoded && !BASE64.test(encoded)) {
    throw new TypeError('the webhook secret is not whsec_ and base64: copy it again');
  }
  const decoded = isEncoded ? Buffer.from(encoded, 'base64') : text;
  // An empty key, from an unset variable, would let anybody sign.
  if (decoded.length === 0) throw new TypeError('the webhook secret is empty');
  return { decoded, text };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headerIfAny(headers, name);
  if (!value) throw new WebhookVerificationError('missing_header', `the header ${name} is missing: this is no signed delivery`);
  return value;
}

function headerIfAny(headers: WebhookHeaders, name: string): string | undefined {
  const values = isFetchHeaders(headers) ? [headers.get(name) ?? []].flat() : valuesIn(headers, name);
  if (values.length > 1) throw new WebhookVerificationError('malformed_header', `the header ${name} is there more than once`);
  return values[0];
}

/** By its methods, because a framework may bring its own class. */
function isFetchHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function valuesIn(headers: Exclude<WebhookHeaders, Headers>, name: string): string[] {
  return Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
}

/** The signatures that this version can check: a header may contain several, of several versions. */
function signaturesOf(header: string): string[] {
  const signatures = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice('v1,'.length)] : []));
  if (signatures.length > 0) return signatures;
  throw new WebhookVerificationError('malformed_header', 'webhook-signature holds no signature of version v1');
}

/** Lower-case hex. Two during a rotation. */
function bodySignaturesOf(headers: WebhookHeaders): string[] {
  const next = headerIfAny(headers, NEXT_BODY_SIGNATURE);
  return [headerOf(headers, BODY_SIGNATURE), ...(next ? [next] : [])].map((header) => {
    const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? [];
    if (hex) return hex;
    throw new WebhookVerificationError('malformed_header', `${BODY_SIGNATURE} is not sha256= and 64 digits of hex`);
  });
}

function hmac(key: Buffer, encoding: 'base64' | 'hex', ...parts: (string | Uint8Array)[]): string {
  const signer = createHmac('sha256', key);
  for (const part of parts) signer.update(part);
  return signer.digest(encoding);
}

function refuseUnlessOneFits(header: string, given: string[], right: string[]): void {
  if (given.some((one) => right.some((other) => isSame(one, other)))) return;
  const remedy = 'is this the secret of this webhook, and the body as it arrived, byte for byte?';
  throw new WebhookVerificationError('wrong_signature', `no signature in ${header} fits: ${remedy}`);
}

function refuseOtherTimes(timestamp: string, toleranceSeconds: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('malformed_header', 'webhook-timestamp is not a time in whole seconds since 1970');
  }
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const how = `${Math.abs(age)} s ${age > 0 ? 'ago' : 'ahead'} by the clock of this machine, and ${toleranceSeconds} s are allowed`;
  const message = `the attempt was made ${how}: a repeat of an old request, or a clock that is wrong`;
  throw new WebhookVerificationError(age > 0 ? 'too_old' : 'too_new', message);
}

/** Constant time, wherever they differ. The length is no secret. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function parsed(body: Uint8Array): WebhookEvent {
  const event = objectIn(body);
  if (event) return event as WebhookEvent;
  throw new WebhookVerificationError('not_json', 'the signature fits, but the body is no JSON object: report it to the service');
}

function objectIn(body: Uint8Array): object | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
