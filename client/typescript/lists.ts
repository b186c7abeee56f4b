import type { FetchOptions } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { waitFor } from './send-request.ts';

interface AnyPage {
  data: unknown[];
  next_cursor: string | null;
}
type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** Paths whose GET returns a paginated list. */
export type ListPath = {
  [Path in keyof paths]: [AnswerOf<Path>] extends [never] ? never : AnswerOf<Path> extends AnyPage ? Path : never;
}[keyof paths];
export type Page<Path extends ListPath> = Extract<AnswerOf<Path>, AnyPage>;
export type Item<Path extends ListPath> = Page<Path>['data'][number];
type Options<Path extends ListPath> = FetchOptions<paths[Path]['get']>;
/** Optional for a path without parameters. */
export type ListOptions<Path extends ListPath> =
  object extends Options<Path> ? [options?: Options<Path>] : [options: Options<Path>];

/** This list has no last page: an empty page means that nothing has happened yet, or that a filter excludes everything. */
const EVENT_LOG = '/api/events';
/** 240 of the 1,000 requests that an organization may send in an hour. */
const EVENT_LOG_PAUSE_MS = 15_000;

interface AnyQuery {
  cursor?: string | undefined;
  after?: string | undefined;
  /** Query parameters of the event log. */
  sort?: string | undefined;
  event?: string | undefined;
  domain_id?: number | undefined;
}
/** Options common to all lists. The rest is passed on. */
interface AnyOptions {
  params?: { query?: AnyQuery | undefined } | undefined;
  signal?: AbortSignal | null | undefined;
}
export type GetPage<Path extends ListPath> = (path: Path, options: AnyOptions) => Promise<{ data: Page<Path> }>;

/** Starts at the cursor of the options, and requests each page only when it is needed. */
export async function* readPages<Path extends ListPath>(
  get: GetPage<Path>,
  path: Path,
  options: AnyOptions = {},
  wait = waitFor,
): AsyncGenerator<Page<Path>, void, undefined> {
  const { after, cursor: first, ...filters } = options.params?.query ?? {};
  let place: AnyQuery = first === undefined ? { after } : { cursor: first };
  for (;;) {
    const { data } = await get(path, { ...options, params: { ...options.params, query: { ...filters, ...place } } });
    yield data;
    if (data.next_cursor === null) return;
    const isSameCursor = data.next_cursor === place.cursor;
    place = { cursor: data.next_cursor };
    if (path !== EVENT_LOG || data.data.length > 0) continue;
    if (filters.sort !== 'newest') await wait(EVENT_LOG_PAUSE_MS, options.signal ?? undefined);
    else if (isSameCursor || !mayBeEmptyInBetween(filters)) return;
  }
}

/** A filtered page scans a limited number of events and may be empty before the end. At its end the log repeats the cursor. */
function mayBeEmptyInBetween({ event, domain_id }: AnyQuery): boolean {
  return event !== undefined || domain_id !== undefined;
}
