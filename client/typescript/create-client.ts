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

/** The types of the API's requests and answers by name: `Schemas['Domain']`. */
export type Schemas = components['schemas'];
// biome-ignore lint/performance/noBarrelFile: this is the entry of the package
export { ApiError, ConnectionError, type ErrorCode } from './api-error.ts';
export type { operations, paths } from './api-types.ts';
export type { ListPath } from './lists.ts';

export interface ClientOptions extends ConnectionSettings {
  /** How often a request is sent again after its first try. 3 unless given. */
  maxRetries?: number;
  /** For each try. 30 unless given. `signal` of a call ends it with all its tries. */
  timeoutSeconds?: number;
  /** What sends each try, for a proxy of your own or a test. The global `fetch` unless given. */
  fetch?: (request: Request) => Promise<Response>;
  /** Called for every POST that has no Idempotency-Key of its own. A random UUID unless given. */
  newIdempotencyKey?: () => string;
}

/** Of this package: a test compares. */
const VERSION = '0.5.0';
/** For CommonJS, esbuild gives the whole module. */
const { default: createOpenApiClient = openApiFetch } = openApiFetch as typeof openApiFetch & { default?: typeof openApiFetch };
/** What has no `process` may have an environment that is passed as options. */
const { env = {}, versions = {} } = (globalThis as Runtime).process ?? {};
const USER_AGENT = `certificate-provisioning-client/${VERSION} node/${versions.node}`;
interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Json = 'application/json';
/** Without what openapi-fetch answers in place of an error: the client throws. */
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

/** Each call answers `data`, and `response` for its headers, or throws `ApiError` or `ConnectionError`. */
export interface Client {
  GET: Call<'get'>;
  PUT: Call<'put'>;
  POST: Call<'post'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** The pages of a list. `/api/events` has no end, but with `sort=newest`: behind an empty page it waits 15 s and asks again. */
  pages<Path extends ListPath>(path: Path, ...options: ListOptions<Path>): AsyncGenerator<Page<Path>, void, undefined>;
  /** The same one by one. */
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
