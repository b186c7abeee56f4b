import { isIP } from 'node:net';
import type { APIGatewayEventRequestContextV2, APIGatewayProxyEventV2 } from 'aws-lambda';
import { OPERATIONS } from '../../../contract/api/operations.ts';
import { CLIENT_ADDRESS_HEADER, FRONT_CONTEXT } from '../../../contract/stack/environment.ts';
import type { Clock } from '../time/clock.gateway.ts';

/** One request as handlers see it. Header names are in lower case; the values of a repeated header are joined by a comma. */
export interface HttpRequest {
  method: string;
  path: string;
  /** Values of the route's `{placeholders}`, unchanged from the path: none of ours needs percent-encoding. */
  params: Record<string, string>;
  /** As sent, after the question mark; empty when absent. */
  query: string;
  headers: Record<string, string>;
  rawBody: Buffer;
  requestId: string;
  /** The API's domain name on which API Gateway received the request. */
  domainName: string;
  sourceIp: string;
  userAgent: string;
  now: Date;
  /** Headers of every response from here on, also of an error or a time-out. */
  answerHeaders: Record<string, string>;
  /**
   * Facts of every log line from here on: the id that the caller sees, the route, and the caller as soon as it is known
   * (`CallerFacts`).
   */
  logFacts: LogFacts;
}

interface LogFacts extends CallerFacts {
  requestId: string;
  /** With its placeholders, because a path contains ids. */
  route?: string;
}

interface CallerFacts {
  organizationId?: string;
  keyId?: string;
  userId?: string;
  serverId?: number;
  machineId?: string;
}

/** A response with only one of `json`, `text` or `bytes`. */
export interface HttpResponse {
  status: number;
  json?: unknown;
  text?: string;
  bytes?: Buffer;
  headers?: Record<string, string>;
  /** Each is the value of a `set-cookie` header. */
  cookies?: string[];
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
  /** `meant`: the path of an operation that differs only by a typo. */
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
  // One Lambda does not know all methods of a path: the table of operations does.
  const allowed = new Set<string>(matching.map(({ known }) => known.method));
  // If another Lambda has the method, API Gateway matched the path to none of its own (it contains a line feed), so the path is
  // unknown here too.
  if (allowed.size > 0 && !allowed.has(method)) return { kind: 'other-method', allowed: [...allowed] };
  const meant = allowed.size === 0 ? pathMeantBy(path) : undefined;
  return { kind: 'unknown', ...(meant !== undefined && { meant }) };
}

const PREFIX = /^(?:api|v[0-9]+)$/;

/** The template of a path without typical mistakes: a missing, doubled or versioned `/api`, a trailing slash, capitals. */
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

/**
 * The caller's address. Behind CloudFront, API Gateway knows only CloudFront's address. The client's is in a header, which counts
 * only for requests that the authorizer (lambdas/cloudfront-authorizer/) has accepted: otherwise a client could send any address.
 */
export function clientAddress(context: APIGatewayEventRequestContextV2, headers: Record<string, string>): string {
  const told = headers[CLIENT_ADDRESS_HEADER] ?? '';
  return cameThroughFront(context) && isIP(told) !== 0 ? told : context.http.sourceIp;
}

function cameThroughFront(context: APIGatewayEventRequestContextV2): boolean {
  const { authorizer } = context as { authorizer?: { lambda?: Record<string, unknown> | null } };
  return authorizer?.lambda?.cameThrough === FRONT_CONTEXT.cameThrough;
}

/** The request of an event. Each call with the same event returns the same one: its id and its instant are created once. */
export type RequestOf = (event: APIGatewayProxyEventV2) => HttpRequest;

export function requestsOf(newRequestId: () => string, clock: Clock): RequestOf {
  const known = new WeakMap<APIGatewayProxyEventV2, HttpRequest>();
  return (event) => {
    const request = known.get(event) ?? read(event, newRequestId(), clock());
    known.set(event, request);
    return request;
  };
}

/** Converts an API Gateway HTTP API event (payload format 2.0). */
function read(event: APIGatewayProxyEventV2, requestId: string, now: Date): HttpRequest {
  const { http } = event.requestContext;
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value ?? '']));
  // API Gateway removes them from the headers.
  if (event.cookies) headers.cookie = event.cookies.join('; ');
  return {
    method: http.method,
    path: event.rawPath,
    params: {},
    query: event.rawQueryString ?? '',
    headers,
    rawBody: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    requestId,
    domainName: event.requestContext.domainName,
    sourceIp: clientAddress(event.requestContext, headers),
    userAgent: http.userAgent ?? '',
    now,
    answerHeaders: {},
    logFacts: { requestId },
  };
}

/**
 * The site's public URL. A stage without a public domain does not know it: there it is the host that API Gateway reports, because
 * a caller can send any name in a header.
 */
export function siteOf({ domainName }: HttpRequest, { siteUrl }: { siteUrl?: string | undefined }): string {
  return siteUrl ?? `https://${domainName}`;
}
