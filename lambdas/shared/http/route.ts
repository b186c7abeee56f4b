import { OPERATIONS } from '../../../contract/api/operations.ts';

/** One request as handlers see it. Header names are in lower case; a header sent twice is joined by a comma. */
export interface HttpRequest {
  method: string;
  path: string;
  /** Values of the route's `{placeholders}`, as they stand in the path: none of ours needs percent-encoding. */
  params: Record<string, string>;
  /** As sent, after the question mark; empty when absent. */
  query: string;
  headers: Record<string, string>;
  rawBody: Buffer;
  requestId: string;
  /** The one of the API's names to which API Gateway has taken the request. */
  domainName: string;
  sourceIp: string;
  userAgent: string;
  now: Date;
  /** Headers that every answer from here on has, whatever becomes of the request: an error, a time-out. */
  answerHeaders: Record<string, string>;
}

/** An answer: `json`, `text` or `bytes`, never two of them. */
export interface HttpResponse {
  status: number;
  json?: unknown;
  text?: string;
  bytes?: Buffer;
  headers?: Record<string, string>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** For example `/api/domains/{id}`; a placeholder matches one whole segment that is not empty. */
  path: string;
  handle(request: HttpRequest): Promise<HttpResponse>;
}

export type RouteMatch =
  | { kind: 'found'; route: Route; params: Record<string, string> }
  | { kind: 'other-method'; allowed: string[] }
  /** `meant`: the path of an operation that is a slip away. */
  | { kind: 'unknown'; meant?: string };

/** Finds the route of a request. A trailing slash makes another, unknown path; `/domains/bulk` is never a domain named "bulk". */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const everywhere = [...routes, ...Object.values(OPERATIONS)];
  const isLiteral = everywhere.some((known) => known.path === path);
  const matching = everywhere.flatMap((known) => {
    const params = isLiteral && known.path !== path ? undefined : matchPath(known.path, path);
    return params ? [{ known, params }] : [];
  });
  const route = routes.find((ours) => ours.method === method && matching.some(({ known }) => known === ours));
  if (route) return { kind: 'found', route, params: matching.find(({ known }) => known === route)?.params ?? {} };
  // One Lambda alone does not know what else is possible at a path: the table of operations does.
  const allowed = new Set<string>(matching.map(({ known }) => known.method));
  // Another Lambda has the method, and API Gateway took the path for none of its own (a line feed in it): nor is it one.
  if (allowed.size > 0 && !allowed.has(method)) return { kind: 'other-method', allowed: [...allowed] };
  const meant = allowed.size === 0 ? pathMeantBy(path) : undefined;
  return { kind: 'unknown', ...(meant !== undefined && { meant }) };
}

const PREFIX = /^(?:api|v[0-9]+)$/;

/**
 * The template of what the path is without its slips: `/api` forgotten, doubled or followed by a version, a slash at the end,
 * capitals.
 */
function pathMeantBy(path: string): string | undefined {
  const segments = path.toLowerCase().split('/').filter(Boolean);
  const own = segments.slice(segments.findIndex((segment) => !PREFIX.test(segment)));
  const meant = `/api/${own.join('/')}`;
  return Object.values(OPERATIONS).find((known) => matchPath(known.path, meant) !== undefined)?.path;
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const expected = template.split('/');
  const actual = path.split('/');
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) params[name] = value;
  }
  return params;
}
