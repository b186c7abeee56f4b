import createOpenApiClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';

/** The types of the API's requests and answers by name: `Schemas['Domain']`. */
export type Schemas = components['schemas'];
export type { operations, paths } from './api-types.ts';

export interface ClientOptions {
  /** The base address of the API, which ends in `/api`: `https://certificates.example.net/api`. */
  baseUrl: string;
  /** `cps_pk_…`. */
  apiKeyId: string;
  /** `sk_…`. It does not belong in a browser. */
  apiKey: string;
  /** What sends the requests. A wrapper that repeats failed requests may be put here: see `newIdempotencyKey`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Called for every POST that has no Idempotency-Key of its own, so that a repeat of the same request is not done twice. */
  newIdempotencyKey?: () => string;
}
export type Client = ReturnType<typeof createClient>;

const API = '/api';

/**
 * A typed client: `await client.GET('/api/domains/{id}', { params: { path: { id } } })` answers `{ data }` or `{ error }`, and
 * always `response`. Nothing is thrown for an answer of the API; a failed connection is.
 */
export function createClient({ baseUrl, apiKeyId, apiKey, fetch, newIdempotencyKey = () => crypto.randomUUID() }: ClientOptions) {
  const base = baseUrl.replace(/\/+$/, '');
  if (!base.endsWith(API)) throw new TypeError(`baseUrl has to end in ${API}; it is ${baseUrl}`);
  const client = createOpenApiClient<paths, 'application/json'>({
    baseUrl: base.slice(0, -API.length),
    headers: { 'X-API-KEY-ID': apiKeyId, 'X-API-KEY': apiKey },
    ...(fetch && { fetch }),
  });
  client.use(idempotent(newIdempotencyKey));
  return client;
}

function idempotent(newKey: () => string): Middleware {
  const name = 'Idempotency-Key';
  return {
    onRequest({ request }) {
      if (request.method === 'POST' && !request.headers.has(name)) request.headers.set(name, newKey());
      return request;
    },
  };
}
