import { gunzipSync } from 'node:zlib';
import { PORTAL_PATHS, WIDGET_FILES } from '../../contract/paths.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import { logoBytes } from '../model/accounts/portal/logo.ts';
import { wholeTheme } from '../model/accounts/portal/theme.ts';
import { themeCss } from '../pages/document.ts';
import { fileHeaders } from '../pages/page-headers.ts';
import { AppError } from '../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse, Route } from '../shared/http/route.ts';
import type { PortalPorts } from '../wiring/portal.wiring.ts';

export interface PortalFiles {
  /** Gzipped. The name contains its hash. */
  script: { name: string; gzipped: Buffer };
  /** One of WIDGET_FILES, gzipped. */
  widgetFile: (name: string) => Buffer;
}

type ViewPorts = Pick<PortalPorts, 'portalViews'>;

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_FIVE_MINUTES = 'public, max-age=300';
const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

/** Files that pages load; each costs at most one read. */
export function fileRoutes(ports: ViewPorts, files: PortalFiles): Route[] {
  return [
    { method: 'GET', path: PORTAL_PATHS.script, handle: async (request) => script(request, files) },
    { method: 'GET', path: PORTAL_PATHS.logo, handle: (request) => logo(request, ports) },
    { method: 'GET', path: PORTAL_PATHS.themeCss, handle: (request) => styleSheet(request, ports) },
    { method: 'GET', path: PORTAL_PATHS.widget, handle: async (request) => widget(request, request.params.name, files) },
    {
      method: 'GET',
      path: PORTAL_PATHS.widgetLocale,
      handle: async (request) => widget(request, `locales/${request.params.name}`, files),
    },
  ];
}

/** An invalid token becomes one that nobody has. */
export function portalTokenOf({ params }: HttpRequest): string {
  const { token = '' } = params;
  return /^opt_[0-9A-Za-z]{32}$/.test(token) ? token : 'opt_none';
}

async function styleSheet(request: HttpRequest, { portalViews }: ViewPorts): Promise<HttpResponse> {
  const portal = await portalViews.portal(portalTokenOf(request));
  if (!portal) throw nothingHere();
  // Integrators who embed the widget may also host a copy.
  const headers = {
    ...fileHeaders(),
    'content-type': 'text/css; charset=utf-8',
    'cache-control': FOR_FIVE_MINUTES,
    ...FOR_OTHER_SITES,
  };
  return { status: 200, text: themeCss(wholeTheme(portal.theme)), headers };
}

async function logo({ params }: HttpRequest, { portalViews }: ViewPorts): Promise<HttpResponse> {
  const id = params.id ?? '';
  const data = /^[0-9a-f]{32}$/.test(id) ? await portalViews.logo(id) : undefined;
  if (data === undefined) throw nothingHere();
  const { bytes, contentType } = logoBytes(data);
  return { status: 200, bytes, headers: { ...fileHeaders(), 'content-type': contentType, 'cache-control': FOR_EVER } };
}

function script(request: HttpRequest, { script: { name, gzipped } }: PortalFiles): HttpResponse {
  if (request.params.name !== name) throw nothingHere();
  const headers = { ...fileHeaders(), 'content-type': 'text/javascript; charset=utf-8', 'cache-control': FOR_EVER };
  return answerCompressed(request, gzipped, { status: 200, headers });
}

/**
 * Integrators' pages load the version built with this service, with the hashes in `files.json`. A full version's address never
 * changes its content; `v0` and so on lead to the newest such version, for pages without hashes.
 */
function widget(request: HttpRequest, name: string | undefined, { widgetFile }: PortalFiles): HttpResponse {
  if (name === undefined || !WIDGET_FILES.includes(name)) throw nothingHere();
  const { version } = JSON.parse(gunzipSync(widgetFile('files.json')).toString());
  const isNewest = request.params.version === `v${version.split('.')[0]}`;
  if (request.params.version !== version && !isNewest) throw nothingHere();
  const isScript = name.endsWith('.js');
  const headers = {
    ...fileHeaders(),
    ...FOR_OTHER_SITES,
    'content-type': isScript ? 'text/javascript; charset=utf-8' : 'application/json',
    'cache-control': isNewest ? FOR_FIVE_MINUTES : FOR_EVER,
    vary: 'accept-encoding',
  };
  return answerCompressed(request, widgetFile(name), { status: 200, headers });
}

/** Gzipped, unless the browser does not accept it. */
export function answerCompressed(
  request: HttpRequest,
  gzipped: Buffer,
  { status, headers }: Pick<Required<HttpResponse>, 'status' | 'headers'>,
): HttpResponse {
  const common = { vary: 'accept-encoding, accept-language', ...headers };
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers['accept-encoding'] ?? ''))
    return { status, text: gunzipSync(gzipped).toString(), headers: common };
  return { status, bytes: gzipped, headers: { ...common, 'content-encoding': 'gzip' } };
}

function nothingHere(): AppError {
  return new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
}
