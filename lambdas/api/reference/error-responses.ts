import * as z from 'zod/mini';
import { HTTP_ERROR_STATUS } from '../../../contract/api/error-codes.ts';
import { API_ERROR_CODES, type ApiErrorCode, errorObject } from '../../../contract/api/http-error.schema.ts';
import type { Operation } from '../../../contract/api/operations.ts';
import { HTTP_ERROR_WORDS } from '../../../copy/en/error-page-words.ts';
import { errorExample } from './error-examples.ts';
import type { JsonSchemas } from './json-schemas.ts';
import type { OperationDescription } from './operation-description.ts';
import { errorHeaders } from './response-headers.ts';

function errorsOf(
  { method, path, permission }: Operation,
  { errors = [], conflict, isVersioned }: OperationDescription,
): ApiErrorCode[] {
  const possible = new Set<ApiErrorCode>([
    'invalid_api_key',
    'api_key_restricted',
    // Every operation refuses unknown query parameters.
    'validation_error',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
    ...errors,
  ]);
  if (permission !== undefined) possible.add('insufficient_permissions');
  if (conflict !== undefined) possible.add('conflict');
  if (isVersioned && method === 'PATCH') possible.add('precondition_failed');
  if (path.includes('{')) possible.add('resource_not_found');
  if (['POST', 'PUT', 'PATCH'].includes(method)) possible.add('invalid_request');
  if (method === 'POST') {
    // Idempotency-Key: the first request is still running, or was a different one.
    possible.add('conflict');
    possible.add('idempotency_key_reused');
  }
  return API_ERROR_CODES.filter((code) => possible.has(code));
}

type Responses = Record<string, object>;

const everyError = API_ERROR_CODES.map(errorObject);
/** One schema for all codes: a client has one error class, which also reads codes of later versions. */
const ApiError = z
  .discriminatedUnion('code', everyError as [(typeof everyError)[number], ...typeof everyError])
  .check(z.meta({ id: 'ApiError', description: 'What is wrong. `code` is for your program, `message` for people.' }));
const ErrorBody = z.strictObject({ error: ApiError }).check(z.meta({ description: 'The body of every error.' }));

/** Builds the responses of a status; equal sets of codes share a component. */
export class ErrorResponses {
  readonly components: Record<string, object> = {};
  readonly #schemas: JsonSchemas;

  constructor(schemas: JsonSchemas) {
    this.#schemas = schemas;
  }

  /** Responses by status. The 409 of a forbidden state is inline, because it belongs to the operation. */
  of(operation: Operation, description: OperationDescription): Responses {
    const codes = errorsOf(operation, description);
    const byStatus = Map.groupBy(codes, (code) => HTTP_ERROR_STATUS[code]);
    return {
      ...Object.fromEntries([...byStatus].map(([status, group]) => [String(status), this.#component(status, group)])),
      ...(description.conflict !== undefined && { 409: this.#stateConflict(operation, description.conflict) }),
    };
  }

  #component(status: number, codes: readonly ApiErrorCode[]): { $ref: string } {
    // A schema must not have the same name: generators make types of both.
    const name = `${codes.map(pascalCase).join('Or')}Response`;
    const description = codes.map(meaningOf).join(' Or: ');
    const examples = Object.fromEntries(codes.map((code) => [code, { summary: code, value: errorExample(code) }]));
    this.components[name] ??= this.#response(status, description, examples);
    return { $ref: `#/components/responses/${name}` };
  }

  #stateConflict({ method }: Operation, message: string): object {
    const inThisState = { conflict: { summary: 'conflict', value: { error: { code: 'conflict', message } } } };
    const stillRunning = { idempotency_key: { summary: 'Idempotency-Key', value: errorExample('conflict') } };
    const isRepeatable = method === 'POST';
    return this.#response(409, HTTP_ERROR_WORDS.conflict.meaning, {
      ...inThisState,
      ...(isRepeatable && stillRunning),
    });
  }

  #response(status: number, description: string, examples: object): object {
    const schema = this.#schemas.named('ErrorBody', ErrorBody, 'answer');
    return { description, headers: errorHeaders(status), content: { 'application/json': { schema, examples } } };
  }
}

/** A conflict here is the one that every POST can have. */
function meaningOf(code: ApiErrorCode): string {
  return code === 'conflict' ? errorExample(code).error.message : HTTP_ERROR_WORDS[code].meaning;
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
