import { createHash } from 'node:crypto';
import { ERROR_MESSAGES } from '../../../../copy/en/error-messages.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { HttpRequest } from '../../../shared/http/route.ts';

/** The request that an Idempotency-Key stands for. */
export interface RepeatableRequest {
  /** SHA-256 of the key, hex: the table's key has room for it whatever the caller sends. */
  keyHash: string;
  fingerprint: string;
}

const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

/**
 * Of a POST with the header; undefined for anything else. Throws invalid_request for a key that is none. `owner`: whose the key
 * is, where it is not the whole organization's; another's key of the same text is another.
 */
export function repeatableRequest(request: HttpRequest, owner = ''): RepeatableRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (!PRINTABLE_ASCII.test(key)) {
    throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request.idempotencyKey);
  }
  return { keyHash: sha256(owner + key), fingerprint: fingerprintOf(request) };
}

/** The same method, path, query and raw body; each length goes in, so that none can borrow from its neighbour. */
function fingerprintOf({ method, path, query, rawBody }: HttpRequest): string {
  const parts = [method, path, query].map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  return createHash('sha256').update(parts).update(rawBody).digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
