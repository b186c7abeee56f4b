import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorExample } from '../../lambdas/api/reference/error-examples.ts';
import { openApiDocument } from '../../lambdas/api/reference/openapi-document.ts';

type Json = Record<string, unknown>;
interface Schema {
  $ref?: string;
  anyOf?: (Schema & { enum?: string[]; type?: string })[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Larger than 32 bits. */
export const DOMAIN_ID = 118271623110656;
export const UNKNOWN_ID = DOMAIN_ID + 1;
export const WEBHOOK_ID = 7;
export const CREDENTIALS = { CPS_API_KEY_ID: 'cps_pk_test_played', CPS_API_KEY: 'sk_test_played' };
/** A future value of an enum. */
const TOMORROW = 'made_up_tomorrow';

const document = openApiDocument();
const schemas = document.components.schemas as Record<string, Schema>;
const HEADERS = {
  'content-type': 'application/json',
  'x-request-id': 'req_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '99',
  'x-ratelimit-reset': '1795253460',
};

function exampleOf(path: string): Json {
  const operation = document.paths[path]?.get as { responses: Record<string, { content: Record<string, { example: Json }> }> };
  const example = operation.responses['200']?.content['application/json']?.example;
  return JSON.parse(JSON.stringify(example));
}

/** A domain with all fields that have an enum. */
function aDomain(): Json {
  const domain = exampleOf('/api/domains/{id}');
  const details = { domain: domain.url, expected_target: domain.cname_target };
  const diagnosis = { ...(domain.diagnosis as Json), code: 'cname_not_found', reason: 'target_typo' };
  return { ...domain, id: DOMAIN_ID, diagnosis, error: { code: 'cname_not_found', message: 'It is not there.', details } };
}

const ANSWERS: Record<string, { schema: string; status: number; body: () => Json }> = {
  [`/api/domains/${DOMAIN_ID}`]: { schema: 'Domain', status: 200, body: aDomain },
  [`/api/domains/${UNKNOWN_ID}`]: { schema: 'ErrorBody', status: 404, body: () => errorExample('resource_not_found') },
  [`/api/domains/${DOMAIN_ID}/events`]: {
    schema: 'DomainEventPage',
    status: 200,
    body: () => exampleOf('/api/domains/{id}/events'),
  },
  '/api/events': { schema: 'EventPage', status: 200, body: () => exampleOf('/api/events') },
  [`/api/webhooks/${WEBHOOK_ID}/deliveries`]: {
    schema: 'DeliveryPage',
    status: 200,
    body: () => exampleOf('/api/webhooks/{id}/deliveries'),
  },
};

/**
 * The same with a new value for each extensible enum and a new field in each object: everything that a later release may change.
 */
function ofTomorrow(value: unknown, schema: Schema): unknown {
  if (schema.$ref !== undefined) return ofTomorrow(value, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [known, any] = schema.anyOf ?? [];
  if (known?.enum !== undefined && any?.type === 'string') return TOMORROW;
  if (Array.isArray(value)) return value.map((item) => ofTomorrow(item, schema.items ?? {}));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, ofTomorrow(field, schema.properties?.[name] ?? {})]);
  return { ...Object.fromEntries(fields), [TOMORROW]: { added: [1] } };
}

export type Day = 'today' | 'tomorrow';

/** The API for one domain: below `/today` as in this version, below `/tomorrow` as a later one may be. */
export async function playApi(): Promise<{ site: (day: Day) => string; close: () => void }> {
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://api');
    const [, day, path = ''] = /^\/(today|tomorrow)(\/.*)$/.exec(pathname) ?? [];
    const send = (status: number, body: unknown) => response.writeHead(status, HEADERS).end(JSON.stringify(body));
    if (headers['x-api-key-id'] !== CREDENTIALS.CPS_API_KEY_ID || headers['x-api-key'] !== CREDENTIALS.CPS_API_KEY)
      return send(401, errorExample('invalid_api_key'));
    const answer = ANSWERS[path];
    if (!answer) return send(404, errorExample('resource_not_found'));
    const body = answer.body();
    return send(answer.status, day === 'today' ? body : ofTomorrow(body, schemas[answer.schema] ?? {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { site: (day) => `http://127.0.0.1:${port}/${day}`, close: () => server.close() };
}

/** The output of every program: the domain, its timeline, the events, the deliveries and an error. */
export function expectedLines(day: Day): string[] {
  const first = (path: string) => (exampleOf(path).data as Json[])[0] ?? {};
  const [entry, event, delivery] = ['/api/domains/{id}/events', '/api/events', '/api/webhooks/{id}/deliveries'].map(first);
  const value = (today: unknown) => (day === 'today' ? today : TOMORROW);
  const code = value('cname_not_found');
  return [
    `domain ${DOMAIN_ID} ${code} ${value('target_typo')} ${code}`,
    `timeline ${entry?.type} ${value(entry?.diagnosis)}`,
    `event ${value(event?.event)}`,
    `delivery ${value(delivery?.event)} ${value(delivery?.state)}`,
    `refused 404 ${value('resource_not_found')}`,
  ];
}
