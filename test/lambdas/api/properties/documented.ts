import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { HTTP_ERROR_STATUS } from '../../../../contract/api/error-codes.ts';
import { type ApiErrorCode, HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../../contract/api/operations.ts';
import { OPERATION_DESCRIPTIONS } from '../../../../lambdas/api/reference/openapi-document.ts';
import { log } from '../api-caller.ts';
import type { call } from './every-route.ts';

type Answer = Awaited<ReturnType<typeof call>>;
interface Response {
  $ref?: string;
  content: { 'application/json': { examples?: Record<string, { value: { error?: { code: string } } }> } };
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

const document: Document = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'));

export const operations = Object.entries(OPERATIONS) as [OperationId, Operation][];

/** Statuses and error codes per operation, from docs/openapi.json, without 5xx: no input may cause one. */
const documented = new Map(operations.map(([operation, { method, path }]) => [operation, outcomesOf(method, path)]));

function outcomesOf(method: string, path: string): Map<number, string[]> {
  const responses = Object.entries(document.paths[path]?.[method.toLowerCase()]?.responses ?? {});
  return new Map(
    responses.filter(([status]) => Number(status) < 500).map(([status, response]) => [Number(status), codesOf(response)]),
  );
}

function codesOf(response: Response): string[] {
  const { content } = response.$ref ? referredTo(response.$ref) : response;
  const examples = Object.values(content['application/json'].examples ?? {});
  return examples.flatMap(({ value }) => value.error?.code ?? []);
}

function referredTo(ref: string): Response {
  const found = document.components.responses[ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`docs/openapi.json has no ${ref}`);
  return found;
}

export function expectDocumented(operation: OperationId, answer: Answer): void {
  const { status = 0, json } = answer;
  expectOurs(answer);
  expect([...(documented.get(operation)?.keys() ?? [])]).toContain(status);
  if (status >= 400) expect(documented.get(operation)?.get(status)).toContain(json.error.code);
  else expect(OPERATION_DESCRIPTIONS[operation].answer.schema.parse(json)).toEqual(json);
}

const HEADERS =
  /^(content-type|cache-control|x-request-id|x-ratelimit-(limit|remaining|reset)|retry-after|allow|etag|idempotency-replayed)$/;
/** No input may cause these. */
const NEVER = [500, 503];

/** Asserts for every answer, also at unknown paths: a request id, only known headers, errors in the specified form. */
export function expectOurs({ status = 0, headers, json }: Answer): void {
  // First, so that a failed test shows the cause of a 500.
  expect(log.mock.calls.filter(([level]) => level === 'error')).toEqual([]);
  expect(NEVER).not.toContain(status);
  expect(headers['x-request-id']).toBe('req_1');
  for (const name of Object.keys(headers)) expect(name).toMatch(HEADERS);
  if ('etag' in headers) expect(headers.etag).toMatch(/^"[1-9][0-9]*"$/);
  if (status < 400) return;
  expect(HttpErrorBody.safeParse(json)).toMatchObject({ success: true });
  expect(HTTP_ERROR_STATUS[json.error.code as ApiErrorCode]).toBe(status);
}
