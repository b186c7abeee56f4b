import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HTTP_ERROR_STATUS } from '../../../../contract/api/error-codes.ts';
import { API_ERROR_CODES, type ApiErrorCode, HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../../contract/api/operations.ts';
import type { TimedDecision } from '../../../../contract/stack/timings.schema.ts';
import { ERROR_EXAMPLES, errorExample } from '../../../../lambdas/api/reference/error-examples.ts';
import { OPERATION_DESCRIPTIONS, openApiDocument } from '../../../../lambdas/api/reference/openapi-document.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';
import { renewRequested, retryRequested, revokeRequested } from '../../lifecycle/said-decisions.ts';

const FILE = new URL('../../../../docs/openapi.json', import.meta.url);
const document = openApiDocument();
const written = `${JSON.stringify(document, null, 2)}\n`;
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, written);

const operations = Object.entries(OPERATIONS) as [OperationId, Operation][];

interface Described {
  operationId: string;
  'x-required-permission'?: string;
  parameters?: { $ref?: string; name?: string; in?: string }[];
  responses: Record<string, { $ref?: string }>;
}
function described({ method, path }: Operation): Described {
  return document.paths[path]?.[method.toLowerCase()] as Described;
}

describe('docs/openapi.json', () => {
  it('is what the schemas make (npm run docs writes it)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(written);
  });
});

describe('the OpenAPI document', () => {
  it('has every operation of the table and no other', () => {
    const inDocument = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Described[]);
    expect(inDocument.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  it('begins with the automatic renewal, which needs no call', () => {
    const [first = ''] = document.info.description.split('\n\n');
    expect(first).toContain('renews them automatically');
    expect(first).toContain('A renewal needs no call');
  });

  it.each(operations)('names the permission of %s that the route asks for', (_, operation) => {
    expect(described(operation)['x-required-permission']).toBe(operation.permission);
  });

  it.each(operations)('shows an answer of %s that its own schema takes', (id) => {
    const { schema, example } = OPERATION_DESCRIPTIONS[id].answer;
    expect(schema.safeParse(JSON.parse(JSON.stringify(example))).error).toBeUndefined();
  });

  it.each(operations)('shows a request of %s that its own schema takes', (id) => {
    const { body } = OPERATION_DESCRIPTIONS[id];
    expect(body?.schema.safeParse(body.example).error).toBeUndefined();
  });

  it.each(API_ERROR_CODES)('shows an error %s in the form of every error', (code) => {
    expect(HttpErrorBody.safeParse(errorExample(code)).error).toBeUndefined();
    expect(ERROR_EXAMPLES[code].message).toMatch(/\.$/);
  });

  it.each(operations)('lets every POST be repeated with an Idempotency-Key, and says so: %s', (_, operation) => {
    const { parameters = [], responses } = described(operation);
    const isOffered = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(isOffered).toBe(operation.method === 'POST');
    expect(errorCodes(responses).includes('idempotency_key_reused')).toBe(operation.method === 'POST');
  });

  it.each(operations)('describes each parameter in the path of %s', (_, operation) => {
    const named = (described(operation).parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(named.map(({ name }) => `{${name}}`)).toEqual(operation.path.match(/\{\w+\}/g) ?? []);
  });

  it.each(operations)('lists for %s the errors that every call can get', (_, operation) => {
    const codes = errorCodes(described(operation).responses);
    expect(codes).toEqual(
      expect.arrayContaining([
        'invalid_api_key',
        'validation_error',
        'rate_limit_exceeded',
        'internal_error',
        'service_unavailable',
      ]),
    );
    expect(codes.includes('insufficient_permissions')).toBe(operation.permission !== undefined);
    expect(codes.includes('resource_not_found')).toBe(operation.path.includes('{'));
  });

  it('has a 409 where the state can forbid it, in the words of the service, and for an Idempotency-Key in use', () => {
    const conflictsOf = (id: OperationId) => {
      const response = described(OPERATIONS[id]).responses['409'];
      return response ? examplesOf(response).map(({ value }) => value.error.message) : [];
    };
    const stillRunning = ERROR_EXAMPLES.conflict.message;
    expect(conflictsOf('createDomain')).toEqual([stillRunning]);
    expect(conflictsOf('retryDomain')).toEqual([OPERATION_DESCRIPTIONS.retryDomain.conflict, stillRunning]);
    expect(conflictsOf('deleteServer')).toEqual([OPERATION_DESCRIPTIONS.deleteServer.conflict]);
    expect(conflictsOf('updateDomain')).toEqual([]);
  });

  it.each([
    ['retryDomain', retryRequested],
    ['renewDomain', renewRequested],
    ['revokeDomain', (domain: Domain, time: TimedDecision) => revokeRequested(domain, 'superseded', time)],
  ] as const)('has the words of %s for a state that forbids it', (id, request) => {
    const { conflict } = OPERATION_DESCRIPTIONS[id];
    expect(request(aDomain('awaiting-dns'), { now: NOW, timings })).toEqual({ kind: 'conflict', message: conflict });
  });

  it('has for each code its own status', () => {
    for (const [, operation] of operations) {
      for (const [status, response] of Object.entries(described(operation).responses)) {
        for (const code of errorCodes({ [status]: response })) expect(String(HTTP_ERROR_STATUS[code])).toBe(status);
      }
    }
  });

  it('lets answers grow, and requests not', () => {
    const { schemas } = document.components;
    expect(schemas.Domain).not.toHaveProperty('additionalProperties');
    expect(schemas.CreateDomainRequest).toHaveProperty('additionalProperties', false);
  });
});

/** The error codes that have an example in these answers. */
function errorCodes(responses: Described['responses']): ApiErrorCode[] {
  return [
    ...new Set(
      Object.values(responses)
        .flatMap(examplesOf)
        .map(({ value }) => value.error.code),
    ),
  ];
}

function examplesOf(response: Described['responses'][string]): { value: ReturnType<typeof errorExample> }[] {
  const component = response.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  const { examples = {} } = (component as AnyResponse).content['application/json'];
  return Object.values(examples);
}
interface AnyResponse {
  content: { 'application/json': { examples?: Record<string, { value: ReturnType<typeof errorExample> }> } };
}
