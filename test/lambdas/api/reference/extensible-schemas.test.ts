import { describe, expect, it } from 'vitest';
import { type JsonSchema, toExtensibleSchema } from '../../../../lambdas/api/reference/extensible-schemas.ts';
import { openApiDocument } from '../../../../lambdas/api/reference/openapi-document.ts';

const { schemas, responses } = openApiDocument().components;
const fieldsOf = (name: string): Record<string, JsonSchema> => schemas[name]?.properties ?? {};
const schemaOf = (response: object) => (response as { content: Record<string, JsonSchema> }).content['application/json']?.schema;

function everySchema(value: unknown, field = ''): [string, JsonSchema][] {
  if (Array.isArray(value)) return value.flatMap((item) => everySchema(item, field));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    key === 'properties'
      ? Object.entries(child as object).flatMap(([name, schema]) => everySchema(schema, name))
      : everySchema(child, key === 'anyOf' ? 'anyOf' : field),
  );
  return [[field, value as JsonSchema], ...inner];
}
const isRequest = (name: string) => name.endsWith('Request') && name !== 'Request';
const ofAnswers = Object.entries(schemas).flatMap(([name, schema]) => (isRequest(name) ? [] : everySchema(schema)));
const ofRequests = Object.entries(schemas).flatMap(([name, schema]) => (isRequest(name) ? everySchema(schema) : []));

describe('the answers of the OpenAPI document', () => {
  it.each([
    ['Diagnosis', 'code'],
    ['Diagnosis', 'reason'],
    ['Event', 'event'],
    ['Delivery', 'event'],
    ['Delivery', 'state'],
    ['Delivery', 'failure'],
    ['DomainEvent', 'diagnosis'],
    ['ApiError', 'code'],
    ['DomainError', 'code'],
  ])('take values of a later version, and name those of today: %s.%s', (name, field) => {
    const [known, any] = (fieldsOf(name)[field]?.anyOf ?? []) as JsonSchema[];
    expect(known?.enum).toContainEqual(expect.any(String));
    expect(any).toEqual({ type: 'string' });
  });

  it('close an enum only where no value can come', () => {
    const closed = ofAnswers.flatMap(([field, schema]) => (schema.enum && field !== 'anyOf' ? [field] : []));
    expect([...new Set(closed)].toSorted()).toEqual(['actor', 'dns_status', 'ssl_status']);
  });

  it('have no constant but text', () => {
    const constants = ofAnswers.flatMap(([, schema]) => (schema.const === undefined ? [] : [typeof schema.const]));
    expect([...new Set(constants)]).toEqual(['string']);
  });

  it('have one class for every error, and one for every error of a domain', () => {
    expect(Object.keys(schemas).filter((name) => name.endsWith('Error'))).toEqual(['ApiError', 'DomainError']);
    const bodies = Object.values(responses).map((response) => JSON.stringify(schemaOf(response)));
    expect(new Set(bodies)).toEqual(new Set(['{"$ref":"#/components/schemas/ErrorBody"}']));
    expect(schemas.DomainError?.required).toEqual(['code', 'message', 'details']);
    expect(fieldsOf('DomainError').details?.required).toEqual(['domain']);
    expect(fieldsOf('DomainError').details?.description).toContain('`cname_not_found`: `domain`, `expected_target`.');
  });

  it.each(['BulkResult', 'DnsChecks'])('say by which field the items of %s are told apart', (name) => {
    const { oneOf = [], discriminator } = (fieldsOf(name).data?.items ?? {}) as Record<string, Record<string, unknown>>;
    expect(discriminator?.propertyName).toBe('status');
    expect(Object.values(discriminator?.mapping ?? {})).toEqual((oneOf as { $ref: string }[]).map(({ $ref }) => $ref));
  });
});

describe('the OpenAPI document', () => {
  it('keeps the enums of requests closed', () => {
    expect(ofRequests.filter(([, { enum: values }]) => values !== undefined).length).toBeGreaterThan(5);
    expect(ofRequests.filter(([field]) => field === 'anyOf').filter(([, { enum: values }]) => values)).toEqual([]);
  });

  it('gives every integer that may pass 32 bits 64', () => {
    const integers = [...ofAnswers, ...ofRequests].map(([, schema]) => schema).filter(({ type }) => type === 'integer');
    expect(integers.length).toBeGreaterThan(50);
    const wrong = integers.filter(({ maximum, format }) => (format === 'int64') !== Number(maximum) >= 2 ** 31);
    expect(wrong).toEqual([]);
  });

  it('has no name twice: generators make types of schemas and of responses', () => {
    expect(Object.keys(responses).filter((name) => name in schemas)).toEqual([]);
  });
});

describe('alternatives of an answer', () => {
  const alternative = (code: string, details: JsonSchema) => ({
    properties: { code: { const: code }, message: {}, details: { properties: details } },
    required: ['code', 'message', 'details'],
  });

  it('with two kinds of details under one name are refused', () => {
    const oneOf = [alternative('a', { x: { type: 'string' } }), alternative('b', { x: { type: 'integer' } })];
    expect(() => toExtensibleSchema({ oneOf }, {})).toThrow('two kinds of details are called x');
  });
});
