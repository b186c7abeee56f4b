import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { APEX_PAGE_PATH } from '../../../contract/paths.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse, Route } from '../../shared/http/route.ts';
import { PAGE_POLICY, REFERENCE_PATHS, referencePage, startScript } from './reference-page.ts';

/** Both compressed with gzip. */
export interface ReferenceFiles {
  document: Buffer;
  renderer: Buffer;
  /** Markdown. */
  apex: Buffer;
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_FIVE_MINUTES = 'public, max-age=300';

/** The OpenAPI document and its page, for anybody. */
export function referenceRoutes({ document, renderer, apex }: ReferenceFiles): Route[] {
  const rendererName = hashedName('scalar', renderer);
  const start = startScript();
  const startName = hashedName('start', Buffer.from(start));
  const page = referencePage({ renderer: rendererName, start: startName });
  const parts: Record<string, (request: HttpRequest) => HttpResponse> = {
    [rendererName]: (request) => answerCompressed(request, renderer, JAVASCRIPT, FOR_EVER),
    [startName]: () => plain(start, JAVASCRIPT, FOR_EVER),
  };
  return [
    get(REFERENCE_PATHS.root, () => redirect(REFERENCE_PATHS.page)),
    get(REFERENCE_PATHS.document, (request) => answerCompressed(request, document, 'application/json', FOR_FIVE_MINUTES)),
    get(REFERENCE_PATHS.page, () => withPolicy(plain(page, 'text/html; charset=utf-8', FOR_FIVE_MINUTES))),
    get(APEX_PAGE_PATH, (request) => answerCompressed(request, apex, PLAIN_TEXT, FOR_FIVE_MINUTES)),
    get(REFERENCE_PATHS.part, (request) => partOf(parts, request)),
  ];
}

function get(path: string, answer: (request: HttpRequest) => HttpResponse): Route {
  return { method: 'GET', path, handle: async (request) => answer(request) };
}

function partOf(parts: Record<string, (request: HttpRequest) => HttpResponse>, request: HttpRequest): HttpResponse {
  const name = request.params.part ?? '';
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part) throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
  return part(request);
}

function plain(text: string, contentType: string, caching: string): HttpResponse {
  return { status: 200, text, headers: { ...commonHeaders(contentType, caching) } };
}

/** Whoever opens the site's address in a browser. */
function redirect(location: string): HttpResponse {
  return { status: 302, text: '', headers: { location, 'cache-control': FOR_FIVE_MINUTES } };
}

/** As it lies there, unless the caller cannot read that: then as text, which Lambda may answer more of than of base64. */
function answerCompressed({ headers }: HttpRequest, gzipped: Buffer, contentType: string, caching: string): HttpResponse {
  const common = { ...commonHeaders(contentType, caching), vary: 'accept-encoding' };
  if (!takesGzip(headers['accept-encoding'] ?? '')) return { status: 200, text: gunzipSync(gzipped).toString(), headers: common };
  return { status: 200, bytes: gzipped, headers: { ...common, 'content-encoding': 'gzip' } };
}

/** RFC 9110, section 12.5.3: a coding with the weight 0 is not acceptable. */
function takesGzip(acceptEncoding: string): boolean {
  return /(^|[,\s])gzip\s*(?!\s*;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(acceptEncoding);
}

function commonHeaders(contentType: string, caching: string): Record<string, string> {
  return { 'content-type': contentType, 'cache-control': caching, 'x-content-type-options': 'nosniff' };
}

function withPolicy(response: HttpResponse): HttpResponse {
  return {
    ...response,
    headers: { ...response.headers, 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' },
  };
}

function hashedName(name: string, content: Buffer): string {
  return `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`;
}
