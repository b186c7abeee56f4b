import { gzipSync } from 'node:zlib';
import { PORTAL_CHECKS } from '../../contract/api/limits.ts';
import type { Html } from '../../contract/html.ts';
import { PORTAL_PATHS, portalPath } from '../../contract/paths.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import { publicView } from '../../copy/public-view.ts';
import { checkNow } from '../checks/check-now.ts';
import { checkTimesOf } from '../lifecycle/check-times.ts';
import { wholeTheme } from '../model/accounts/portal/theme.ts';
import { isTestTenant } from '../model/accounts/tenant.ts';
import { pendingTransfer } from '../model/domains/claim.ts';
import { domainResource } from '../model/domains/domain-resource.ts';
import type { FoundDomain } from '../model/domains/find-domain.ts';
import { htmlDocument } from '../pages/document.ts';
import { acceptsHtml } from '../pages/error-page.ts';
import { chooseLocale, languageOf } from '../pages/locales.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import type { ProviderReturn, Visit } from '../pages/visit.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { type HttpRequest, type HttpResponse, type Route, siteOf } from '../shared/http/route.ts';
import { visitorOf } from '../shared/net/visitor.ts';
import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import { type Clocks, domainNow, secondsUntil } from '../shared/time/instant.ts';
import type { PortalPorts } from '../wiring/portal.wiring.ts';
import { type DomainLookup, findByLink, findByName, parseTypedHostname } from './find-shown-domain.ts';
import { answerCompressed, fileRoutes, type PortalFiles, portalTokenOf } from './portal-files.ts';
import { domainPage, hiddenPage, hostnameFormPage, tooManyPage, type VisitorAccess } from './portal-pages.ts';

/**
 * Reads a return from a DNS provider in the query of the page's address (portalReturnPath). Some providers append `?error=…` even
 * to an address with a query, so the hostname may have it at its end.
 */
export function readProviderReturn(query: string): ProviderReturn | undefined {
  const hostname = parseTypedHostname(new URLSearchParams(query).get('hostname') ?? '');
  return hostname === undefined ? undefined : { hostname, hasFailed: /[?&]error=[^&]/.test(`?${query}`) };
}

type Uses = Pick<
  PortalPorts,
  | 'portalViews'
  | 'actionCounts'
  | 'serviceSecret'
  | 'settings'
  | 'testClock'
  | 'domains'
  | 'claims'
  | 'lookAtRecords'
  | 'lookAtServer'
  | 'pause'
> & { files: PortalFiles };

type Portal = Extract<DomainLookup, { kind: 'shown' }>['portal'];

/** The page's script sends the link in a header, because logs contain addresses. */
const LINK_HEADER = 'x-portal-link';
const MAX_BODY_BYTES = 4_096;

export function portalRoutes(ports: Uses): Route[] {
  return [
    ...fileRoutes(ports, ports.files),
    { method: 'GET', path: PORTAL_PATHS.withoutToken, handle: (request) => truncatedLinkPage(request, ports) },
    { method: 'GET', path: PORTAL_PATHS.page, handle: (request) => firstPage(request, ports) },
    { method: 'POST', path: PORTAL_PATHS.page, handle: (request) => show(request, ports) },
  ];
}

/** A truncated address gets a page in the visitor's language; programs get the 404 of any unknown address. */
async function truncatedLinkPage(request: HttpRequest, ports: Uses): Promise<HttpResponse> {
  if (!acceptsHtml(request)) throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
  const visit = await visitOf(undefined, request, ports);
  return page(404, hiddenPage(visit, 'link'), visit, request);
}

/** One table read. */
async function firstPage(request: HttpRequest, ports: Uses): Promise<HttpResponse> {
  const portal = await ports.portalViews.portal(portalTokenOf(request));
  const visit = await visitOf(portal, request, ports);
  if (!portal) return page(404, hiddenPage(visit, 'link'), visit, request);
  return page(200, hostnameFormPage(visit), visit, request);
}

async function show(request: HttpRequest, ports: Uses): Promise<HttpResponse> {
  const { now, headers } = request;
  const form = readForm(request);
  const token = portalTokenOf(request);
  const link = headers[LINK_HEADER];
  const hostname = form.get('hostname') ?? '';
  const found =
    link === undefined
      ? await findByName(token, hostname, visitorOf(request.sourceIp), ports, now)
      : await findByLink(token, link, ports, now);
  const visit = await visitOf(found.portal, request, ports);
  switch (found.kind) {
    case 'hidden':
      return page(404, hiddenPage(visit, found.askedBy, form.get('hostname') ?? undefined), visit, request);
    case 'too-many': {
      const seconds = secondsUntil(found.againAt, now);
      const response = page(429, tooManyPage(visit, seconds, hostname), visit, request);
      return { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } };
    }
    case 'shown': {
      const clocks = await clocksOf(found.domain, now, ports);
      const at = domainNow(clocks);
      const isAsked = form.get('action') === 'check' && isFromOwnPage(headers, visit.site);
      const visitor = async () => ({ token, address: visitorOf(request.sourceIp) });
      const checked = isAsked ? await checkAsVisitor(found.domain, await visitor(), clocks, ports) : undefined;
      const domain = checked ?? found.domain;
      const resource = domainResource(domain, checkTimesOf(domain, { now: at, timings: ports.settings.timings }), at);
      const view = publicView(resource, { is: found.audience, brand: found.portal.organizationName });
      const way: VisitorAccess = link === undefined ? { hostname } : { link };
      const answered = isAsked && { checked: checked ? ('now' as const) : ('recently' as const) };
      const askedFor = found.audience === 'owner' && { transferAllowedAt: takenFrom(domain, at) };
      return page(200, domainPage(view, way, { ...visit, ...answered, ...askedFor, now: at }), visit, request);
    }
  }
}

/** A test-mode domain has its organization's test clock. */
async function clocksOf({ organizationId }: FoundDomain, now: Date, { testClock }: Uses): Promise<Clocks> {
  return isTestTenant(organizationId) ? { now, testNow: await testClock.now(organizationId, now) } : { now };
}

/** When another organization may take the hostname, if it requested that and was not refused. */
function takenFrom(domain: FoundDomain, now: Date): string | undefined {
  const transfer = pendingTransfer(domain, now);
  return transfer?.refused ? undefined : transfer?.until;
}

/** Pages of other sites must not cause checks. Browsers without Sec-Fetch-Site send at least an origin; programs send neither. */
function isFromOwnPage({ 'sec-fetch-site': from, origin }: Record<string, string>, site: string): boolean {
  return from === undefined ? [new URL(site).origin, undefined].includes(origin) : from === 'same-origin';
}

/** The domain after the check. Undefined if this visitor, or the whole portal, is over its limit. */
async function checkAsVisitor(
  domain: FoundDomain,
  visitor: { token: string; address: string },
  clocks: Clocks,
  ports: Uses,
): Promise<FoundDomain | undefined> {
  if (!(await isAllowed(visitor, clocks.now, ports))) return undefined;
  const readAgain = async () => {
    const latest = await ports.portalViews.domain(domain.id);
    if (!latest || latest.phase === 'removing')
      throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
    return latest;
  };
  const add = async () => ({});
  try {
    const checked = await checkNow(domain, readAgain, clocks, add, ports, 'visitor');
    // A check within the last ten seconds is recent enough.
    return checked.kind === 'checked' ? checked.domain : domain;
  } catch (error) {
    // After repeated lost races, the other writers' result is recent enough.
    if (error instanceof LostRace) return readAgain();
    throw error;
  }
}

/** A visitor over the limit does not use up the portal's. */
async function isAllowed(
  { token, address }: { token: string; address: string },
  now: Date,
  { actionCounts }: Uses,
): Promise<boolean> {
  const { ofVisitor, ofOrganization } = PORTAL_CHECKS;
  const own = await actionCounts.takeOf((window) => keys.portalChecks(token, address, window), now, ofVisitor);
  if (own.kind === 'refused') return false;
  const all = await actionCounts.takeOf((window) => keys.portalChecks(token, 'everybody', window), now, ofOrganization);
  return all.kind === 'taken';
}

function readForm({ rawBody }: HttpRequest): URLSearchParams {
  return new URLSearchParams(rawBody.length > MAX_BODY_BYTES ? '' : rawBody.toString());
}

async function visitOf(portal: Portal | undefined, request: HttpRequest, { settings, files: { script } }: Uses): Promise<Visit> {
  const theme = wholeTheme(portal?.theme);
  return {
    theme,
    language: languageOf(chooseLocale(request.query, request.headers['accept-language'] ?? '', theme.locale)),
    brand: portal?.organizationName,
    logoId: portal?.logoId,
    path: portalPath(portalTokenOf(request)),
    site: siteOf(request, settings),
    script: PORTAL_PATHS.script.replace('{name}', script.name),
    providerReturn: readProviderReturn(request.query),
    now: request.now,
  };
}

function page(status: number, { title, main }: { title: string; main: Html }, visit: Visit, request: HttpRequest): HttpResponse {
  const { text, style } = htmlDocument(title, main, visit);
  const headers = {
    ...pageHeaders({ style, frameAncestors: visit.theme.frame_ancestors }),
    'content-type': 'text/html; charset=utf-8',
    'content-language': visit.language.tag,
  };
  return answerCompressed(request, gzipSync(text), { status, headers });
}
