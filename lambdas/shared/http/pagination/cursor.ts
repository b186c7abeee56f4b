import { timingSafeEqual } from 'node:crypto';
import type * as z from 'zod/mini';
import { FIELD_PROBLEMS } from '../../../../copy/en/error-messages.ts';
import { validationError } from '../../errors/app-error.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

/** 128 bits of the tag: enough against guessing. */
const TAG_BYTES = 16;

/**
 * The position after which a list continues, as callers send it back: signed for one organization and one set of filters
 * (`scope`), so that it is valid for no other list. It is not secret.
 */
export function signCursor(position: object, scope: string, secret: ServiceSecret): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${payload}.${tagOf(secret.sign('list-cursor', signedText(payload, scope))).toString('base64url')}`;
}

/** Verifies a cursor. Throws validation_error for anything that was not created for this scope. */
export function readCursor(cursor: string, scope: string, secret: ServiceSecret): unknown {
  const [payload = '', tag = '', ...rest] = cursor.split('.');
  const given = Buffer.from(tag, 'base64url');
  // So a payload contains no space either: no part of it can pass for a part of the scope.
  const isCanonical = [payload, tag].every(isBase64url) && rest.length === 0;
  const tags = secret.signAll('list-cursor', signedText(payload, scope)).map(tagOf);
  if (!isCanonical || !tags.some((ours) => given.length === TAG_BYTES && timingSafeEqual(ours, given))) {
    throw validationError({ cursor: [FIELD_PROBLEMS.foreignCursor] });
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
}

function isBase64url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

function tagOf(hmac: Buffer): Buffer {
  return hmac.subarray(0, TAG_BYTES);
}

function signedText(payload: string, scope: string): string {
  return `${payload} ${scope}`;
}

/** The same, in the schema's type. A valid cursor in another shape is refused too: another release may have created it. */
export function openCursorAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  cursor: string,
  scope: string,
  secret: ServiceSecret,
): z.output<Schema> {
  const parsed = schema.safeParse(readCursor(cursor, scope, secret));
  if (parsed.success) return parsed.data;
  throw validationError({ cursor: [FIELD_PROBLEMS.formerCursor] });
}
