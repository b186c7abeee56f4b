import openApiFetch, {
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
  type Client as OpenApiClient,
} from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { type ConnectionSettings, readSettings } from './connection-settings.ts';
import { type GetPage, type Item, type ListOptions, type ListPath, type Page, readPages } from './lists.ts';
import { requestSender } from './send-request.ts';

/** The API's request and answer types by name: `Schemas['Domain']`. */
export type Schemas = components['schemas'];
// biome-ignore lint/performance/noBarrelFile: this is the entry of the package
export { ApiError, ConnectionError, type ErrorCode } from './api-error.ts';
export type { operations, paths } from './api-types.ts';
export type { ListPath } from './lists.ts';

export interface ClientOptions extends ConnectionSettings {
  /** Number of retries after the first attempt. Default: 3. */
  maxRetries?: number;
  /** Time-out per attempt. Default: 30. A call's `signal` ends all attempts. */
  timeoutSeconds?: number;
  /** Sends each attempt, for a proxy or a test. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Called for every POST without an Idempotency-Key. Default: a random UUID. */
  newIdempotencyKey?: () => string;
}

/** Version of this package, which a test compares. */
const VERSION = '0.5.0';
/** In CommonJS, esbuild returns the whole module. */
const { default: createOpenApiClient = openApiFetch } = openApiFetch as typeof openApiFetch & { default?: typeof openApiFetch };
/** A runtime without `process` can pass its environment as options. */
const { env = {}, versions = {} } = (globalThis as Runtime).process ?? {};
const USER_AGENT = `certificate-provisioning-client/${VERSION} node/${versions.node}`;
interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Json = 'application/json';
/** Without openapi-fetch's `error`, because the client throws. */
type Answered<Operation extends Record<string | number, unknown>, Init> = Pick<
  Extract<FetchResponse<Operation, Init, Json>, { data: unknown }>,
  'data' | 'response'
>;
type Call<M extends Method> = <
  Path extends ClientPathsWithMethod<OpenApiClient<paths, Json>, M>,
  Init extends MaybeOptionalInit<paths[Path], M>,
>(
  path: Path,
  ...options: undefined extends Init ? [options?: Init] : [options: Init]
) => Promise<Answered<NonNullable<paths[Path][M]> & Record<string | number, unknown>, Init>>;

/** Each call returns `data`, and `response` for its headers, or throws `ApiError` or `ConnectionError`. */
export interface Client {
  GET: Call<'get'>;
  PUT: Call<'put'>;
  POST: Call<'post'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /**
   * The pages of a list. `/api/events` never ends, except with `sort=newest`: after an empty page it waits 15 s and polls again.
   */
  pages<Path extends ListPath>(path: Path, ...options: ListOptions<Path>): AsyncGenerator<Page<Path>, void, undefined>;
  /** The same, item by item. */
  items<Path extends ListPath>(path: Path, ...options: ListOptions<Path>): AsyncGenerator<Item<Path>, void, undefined>;
}

/** A typed client of a site: `await client.GET('/api/domains/{id}', { params: { path: { id } } })`. */
export function createClient(options: ClientOptions = {}): Client {
  const { siteUrl, apiKeyId, apiKey } = readSettings(options, env);
  const { maxRetries = 3, timeoutSeconds = 30, newIdempotencyKey = () => crypto.randomUUID() } = options;
  const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const client = createOpenApiClient<paths, Json>({
    baseUrl: siteUrl,
    headers: { 'X-API-KEY-ID': apiKeyId, 'X-API-KEY': apiKey, 'User-Agent': USER_AGENT },
    redirect: 'manual',
    fetch: requestSender({ fetch, maxRetries, timeoutSeconds, newIdempotencyKey }),
  });
  const { GET, PUT, POST, PATCH, DELETE } = client as unknown as Client;
  const pages: Client['pages'] = (path, ...[listOptions]) => readPages(GET as unknown as GetPage<typeof path>, path, listOptions);
  return { GET, PUT, POST, PATCH, DELETE, pages, items: (path, ...listOptions) => itemsOf(pages(path, ...listOptions)) };
}

async function* itemsOf<One>(pages: AsyncIterable<{ data: One[] }>): AsyncGenerator<One, void, undefined> {
  for await (const { data } of pages) yield* data;
}
