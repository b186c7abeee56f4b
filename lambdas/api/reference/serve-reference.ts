import { gunzipSync } from 'node:zlib';
import { hashedName } from '../../../contract/hashed-name.ts';
import { APEX_PAGE_PATH, REFERENCE_PATHS } from '../../../contract/paths.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { policyHeaders } from '../../pages/page-headers.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse, Route } from '../../shared/http/route.ts';

/** All gzipped. */
export interface ReferenceFiles {
  document: Buffer;
  plainDocument: Buffer;
  /** Built by web/reference/build.ts. The page contains the names of the style and the script. */
  page: Buffer;
  style: Buffer;
  script: Buffer;
  apex: Buffer;
}

interface Served {
  gzipped: Buffer;
  contentType: string;
  caching: string;
  headers?: Record<string, string>;
}

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_FIVE_MINUTES = 'public, max-age=300';

export function referenceRoutes({ document, plainDocument, page, style, script, apex }: ReferenceFiles): Route[] {
  const parts: Record<string, Served> = {
    [nameOf('style.css', style)]: { gzipped: style, contentType: 'text/css; charset=utf-8', caching: FOR_EVER },
    [nameOf('try-it.js', script)]: { gzipped: script, contentType: 'text/javascript; charset=utf-8', caching: FOR_EVER },
  };
  const always = (contentType: string, gzipped: Buffer, headers = {}) => ({
    ...{ gzipped, contentType, headers },
    caching: FOR_FIVE_MINUTES,
  });
  return [
    get(REFERENCE_PATHS.root, () => redirect(REFERENCE_PATHS.page)),
    get(REFERENCE_PATHS.document, (request) => answer(request, always('application/json', document))),
    get(REFERENCE_PATHS.plainDocument, (request) => answer(request, always('application/json', plainDocument))),
    get(REFERENCE_PATHS.page, (request) => answer(request, always('text/html; charset=utf-8', page, policyHeaders()))),
    get(APEX_PAGE_PATH, (request) => answer(request, always('text/plain; charset=utf-8', apex))),
    get(REFERENCE_PATHS.part, (request) => answer(request, partOf(parts, request))),
  ];
}

function get(path: string, respond: (request: HttpRequest) => HttpResponse): Route {
  return { method: 'GET', path, handle: async (request) => respond(request) };
}

function partOf(parts: Record<string, Served>, { params }: HttpRequest): Served {
  const name = params.part ?? '';
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part) throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
  return part;
}

/** Redirects visitors who open the site's root in a browser. */
function redirect(location: string): HttpResponse {
  return { status: 302, text: '', headers: { location, 'cache-control': FOR_FIVE_MINUTES } };
}

/** Answers the gzipped bytes, or plain text to a caller without gzip: Lambda's size limit allows more text than base64. */
function answer(request: HttpRequest, { gzipped, contentType, caching, headers: own }: Served): HttpResponse {
  const headers = {
    'content-type': contentType,
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...own,
  };
  if (!takesGzip(request.headers['accept-encoding'] ?? '')) return { status: 200, text: gunzipSync(gzipped).toString(), headers };
  return { status: 200, bytes: gzipped, headers: { ...headers, 'content-encoding': 'gzip' } };
}

/** RFC 9110, section 12.5.3: a coding with weight 0 is not acceptable. */
function takesGzip(acceptEncoding: string): boolean {
  return /(^|[,\s])gzip\s*(?!\s*;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(acceptEncoding);
}

function nameOf(name: string, gzipped: Buffer): string {
  return hashedName(name, gunzipSync(gzipped).toString());
}
