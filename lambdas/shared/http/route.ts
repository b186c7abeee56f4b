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
  sourceIp: string;
  userAgent: string;
  now: Date;
}

/** An answer: `json` or `text`, never both. */
export interface HttpResponse {
  status: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** For example `/api/domains/{id}`; a placeholder matches one whole segment that is not empty. */
  path: string;
  handle(request: HttpRequest): Promise<HttpResponse>;
}

export type RouteMatch =
  | { kind: 'found'; route: Route; params: Record<string, string> }
  | { kind: 'other-method'; allowed: string[] }
  | { kind: 'unknown' };

/** Finds the route of a request. A trailing slash makes another, unknown path. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const candidates = routes.flatMap((route) => {
    const params = matchPath(route.path, path);
    return params ? [{ route, params }] : [];
  });
  const found = candidates.find(({ route }) => route.method === method);
  if (found) return { kind: 'found', ...found };
  if (candidates.length === 0) return { kind: 'unknown' };
  return { kind: 'other-method', allowed: candidates.map(({ route }) => route.method) };
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
