import { SIGN_IN_MESSAGES } from '../../../../copy/en/sign-in-messages.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { HttpRequest } from '../../../shared/http/route.ts';
import { readSessionToken, SESSION_SECONDS, type SessionToken, sessionTokenText } from './session.ts';

type CookieName = 'session' | 'sign-in';

/**
 * With the prefix, a browser refuses the cookie from any other host, and over http. A developer's machine has no https, and
 * Safari stores no such cookie there.
 */
function nameOf(cookie: CookieName, site: string): string {
  return site.startsWith('https:') ? `__Host-${cookie}` : cookie;
}

/** No script can read it, and no form of another site sends it. A link to us does send it. */
export function setCookie(cookie: CookieName, value: string, seconds: number, site: string): string {
  const secure = site.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(cookie, site)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function clearCookie(cookie: CookieName, site: string): string {
  return setCookie(cookie, '', 0, site);
}

/** Undefined if there is none, or more than one with the name: then one of them is not ours. */
export function cookieOf({ headers }: Pick<HttpRequest, 'headers'>, cookie: CookieName, site: string): string | undefined {
  const start = `${nameOf(cookie, site)}=`;
  const found = (headers.cookie ?? '').split(/;\s*/).filter((pair) => pair.startsWith(start));
  return found.length === 1 ? found[0]?.slice(start.length) : undefined;
}

export function sessionCookie(token: SessionToken, site: string): string {
  return setCookie('session', sessionTokenText(token), SESSION_SECONDS, site);
}

export function sessionTokenOf(request: Pick<HttpRequest, 'headers'>, site: string): SessionToken | undefined {
  return readSessionToken(cookieOf(request, 'session', site) ?? '');
}

/** A form of another site cannot send this header, and a script of another site needs our CORS permission. */
const OWN_REQUEST_HEADER = { name: 'x-requested-with', value: 'cps' };

/**
 * Throws if a request that changes something does not come from our own pages: the browser sends the cookie automatically.
 * Browsers name the page's origin in headers that no script can write; a client that sends neither header is no browser.
 */
export function requireSameOrigin({ headers }: Pick<HttpRequest, 'headers'>, site: string): void {
  const { 'sec-fetch-site': from, origin } = headers;
  const isOwnOrigin = origin === undefined || origin === new URL(site).origin;
  const isOwnPage = isOwnOrigin && (from === undefined || from === 'same-origin');
  if (isOwnPage && headers[OWN_REQUEST_HEADER.name] === OWN_REQUEST_HEADER.value) return;
  throw new AppError('foreign_request', SIGN_IN_MESSAGES.foreign_request.any);
}
