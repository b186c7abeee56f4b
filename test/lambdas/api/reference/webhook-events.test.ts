import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../contract/api/events.ts';
import { DELIVERY_PARAMETERS } from '../../../../lambdas/api/reference/delivery-parameters.ts';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { EVENT_TEXTS } from '../../../../lambdas/api/reference/event-texts.ts';
import { JsonSchemas } from '../../../../lambdas/api/reference/json-schemas.ts';
import { webhookEvents } from '../../../../lambdas/api/reference/webhook-events.ts';
import { signatureHeaders } from '../../../../lambdas/webhook-sender/sign-delivery.ts';
import { NOW } from '../../a-domain.ts';

interface Described {
  post: {
    operationId: string;
    description: string;
    'x-not-sent-yet'?: true;
    requestBody: { content: { 'application/json': { schema: { $ref: string }; example: { event: string } } } };
  };
}
const schemas = new JsonSchemas();
const webhooks = webhookEvents(schemas) as Record<string, Described>;
const entries = EVENT_NAMES.map((event) => [event, (webhooks[event] as Described).post] as const);

describe('the webhooks of the OpenAPI document', () => {
  it('are the events that exist, each by a name of its own', () => {
    expect(Object.keys(webhooks)).toEqual(EVENT_NAMES);
    expect(new Set(entries.map(([, { operationId }]) => operationId)).size).toBe(EVENT_NAMES.length);
  });

  it.each(entries)('show a body of %s that its own schema takes', (event, { requestBody }) => {
    const { example } = requestBody.content['application/json'];
    const shown = JSON.parse(JSON.stringify(example));
    expect(EVENT_PAYLOADS[event].parse(shown)).toEqual(shown);
    expect(shown.event).toBe(event);
  });

  it.each(entries)('have a body of %s that may grow', (_, { requestBody }) => {
    const name = requestBody.content['application/json'].schema.$ref.split('/').at(-1) ?? '';
    expect(name).toMatch(/^(Domain|Certificate|Machine|Server|ApiKey|Webhook)[A-Z][A-Za-z]+Event$/);
    expect(JSON.stringify(schemas.components[name])).not.toContain('additionalProperties');
  });

  it.each(entries)('say of %s when it is sent, what to do, and whether it is sent at all', (event, operation) => {
    const { sentWhen, whatToDo, isNotSentYet } = EVENT_TEXTS[event];
    expect(operation.description).toContain(`Is sent ${sentWhen}`);
    expect(operation.description).toContain(whatToDo);
    expect(operation['x-not-sent-yet']).toBe(isNotSentYet);
    expect(operation.description.includes('does not send it yet')).toBe(isNotSentYet === true);
    for (const sentence of [sentWhen, whatToDo]) expect(sentence).toMatch(/\.$/);
  });
});

describe('the headers of a delivery', () => {
  const described = Object.values(DELIVERY_PARAMETERS);

  it.each([
    ['at rest', { current: 'a secret' }],
    ['during the overlap of a rotation', { current: 'a secret', previous: 'another one' }],
  ])('that sign it are described as they are sent %s', (_, secrets) => {
    const headers = signatureHeaders('evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V', '{}', secrets, NOW);
    for (const [name, value] of Object.entries(headers)) {
      const { schema } = described.find((header) => header.name === name) ?? {};
      expect(schema).toHaveProperty('pattern');
      expect(value).toMatch(new RegExp(Object(schema).pattern));
    }
    const isSigning = ({ name }: { name: string }) => /signature|^webhook-/.test(name);
    const required = described.filter((header) => header.required && isSigning(header)).map(({ name }) => name);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining([...required]));
  });

  it.each(described)('have a valid example: $name', ({ schema, example }) => {
    if ('pattern' in schema) expect(example).toMatch(new RegExp(schema.pattern));
    else expect(typeof example).toBe(schema.type === 'integer' ? 'number' : 'string');
  });
});
