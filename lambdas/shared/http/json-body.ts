import * as z from 'zod/mini';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError, BodyNotJson, validationError } from '../errors/app-error.ts';
import { fieldErrors } from '../errors/field-errors.ts';
import type { HttpRequest } from './route.ts';

const WORDS = ERROR_MESSAGES.invalid_request;
const MAX_BODY_BYTES = 256 * 1024;
const MAX_DEPTH = 32;
const JSON_CONTENT_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * The request's body in the schema's type. Throws `invalid_request` if it is not a JSON object, `validation_error` with every
 * wrong field.
 */
export function readJsonBody<Schema extends z.ZodMiniType>(request: HttpRequest, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(readJsonObject(request), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw validationError(fieldErrors(parsed.error.issues));
}

/** The body of an action, which is optional: an empty body counts as `{}`. */
export function readActionBody<Schema extends z.ZodMiniType>(request: HttpRequest, schema: Schema): z.output<Schema> {
  return readJsonBody(request.rawBody.length === 0 ? { ...request, ...NO_FIELDS } : request, schema);
}

const NO_FIELDS = { rawBody: Buffer.from('{}'), headers: { 'content-type': 'application/json' } };

/** The same for a body that is a JSON array. */
export function readJsonList<Schema extends z.ZodMiniType>(request: HttpRequest, schema: Schema): z.output<Schema> {
  const value = parseJson(request);
  if (!Array.isArray(value)) throw malformedBody(WORDS.bodyNotList);
  const parsed = z.object({ body: schema }).safeParse({ body: value }, { reportInput: true });
  if (parsed.success) return (parsed.data as { body: z.output<Schema> }).body;
  throw validationError(fieldErrors(parsed.error.issues));
}

/** The body before its fields are checked. Throws `invalid_request` if it is not a JSON object. */
export function readJsonObject(request: HttpRequest): Record<string, unknown> {
  const value = parseJson(request);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedBody(WORDS.bodyNotObject);
  return value as Record<string, unknown>;
}

function parseJson(request: HttpRequest): unknown {
  checkHeaders(request.headers);
  if (request.rawBody.length > MAX_BODY_BYTES) throw malformedBody(WORDS.bodyTooLarge(MAX_BODY_BYTES));
  if (request.rawBody.length === 0) throw malformedBody(WORDS.bodyEmpty);
  if (wasRepaired(request)) throw malformedBody(WORDS.bodyNotUtf8);
  const value = parse(request.rawBody);
  if (typeof value === 'object' && value !== null && deeperThan(value, MAX_DEPTH))
    throw malformedBody(WORDS.bodyTooDeep(MAX_DEPTH));
  return value;
}

function checkHeaders(headers: Record<string, string>): void {
  if (headers['content-encoding'] !== undefined) throw malformedBody(WORDS.contentEncoding);
  if (!JSON_CONTENT_TYPE.test((headers['content-type'] ?? '').trim())) throw malformedBody(WORDS.contentType);
}

function parse(body: Buffer): unknown {
  const text = decodeUtf8(body);
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyNotJson(text);
  }
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformedBody(WORDS.bodyNotUtf8);
  }
}

const REPLACEMENT_CHARACTER = Buffer.from('\uFFFD');

/**
 * API Gateway passes a JSON body as text: a byte that is not UTF-8 has become U+FFFD, three bytes long, so the length differs.
 */
function wasRepaired({ headers, rawBody }: HttpRequest): boolean {
  const sentBytes = Number(headers['content-length'] ?? Number.NaN);
  return rawBody.includes(REPLACEMENT_CHARACTER) && sentBytes >= 0 && sentBytes !== rawBody.length;
}

/** Checks level by level, without recursion: a deep body must not exhaust the stack. */
function deeperThan(value: object, limit: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((node) =>
      Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null),
    );
  }
  return false;
}

function malformedBody(message: string): AppError {
  return new AppError('invalid_request', message);
}
