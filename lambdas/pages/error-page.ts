import { html } from '../../contract/html.ts';
import { APP_PATHS, PORTAL_PATHS, REFERENCE_PATHS } from '../../contract/paths.ts';
import type { AppError } from '../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse } from '../shared/http/route.ts';
import { plainPage } from './plain-page.ts';

const TITLES: Partial<Record<AppError['code'], string>> = {
  resource_not_found: 'Page not found',
  rate_limit_exceeded: 'Too many requests',
};

const SUGGESTED_PAGES: Record<string, string> = { '/docs/': REFERENCE_PATHS.page, '/portal/': PORTAL_PATHS.withoutToken };

/** The page that browsers get for an error outside of `/api`. Programs get the error as JSON. */
export function errorPage(request: HttpRequest, error: AppError): HttpResponse | undefined {
  if (!acceptsHtml(request)) return undefined;
  const meant =
    error.code === 'resource_not_found' && Object.hasOwn(SUGGESTED_PAGES, request.path)
      ? SUGGESTED_PAGES[request.path]
      : undefined;
  if (meant !== undefined) return { status: 302, text: '', headers: { location: meant } };
  const title = TITLES[error.code] ?? 'This page cannot be shown';
  const main = html`<p>${error.message}</p>
${
  error.code === 'resource_not_found' &&
  html`<p>Were you sent a link to set up your domain? Open the whole link from the message. If that does not help, ask whoever sent it for a new one.</p>
<p>Are you a developer? Read the <a href="${REFERENCE_PATHS.page}">API reference</a>.</p>`
}
${isOfSignIn(request, error) && html`<p><a href="${APP_PATHS.signIn}">Sign in again</a></p>`}`;
  const { text, headers } = plainPage(title, main);
  return { status: error.status, text, headers: { ...headers, ...error.headers, vary: 'accept' } };
}

/** True where a reload cannot help: the sign-in's code or link is used up. */
function isOfSignIn({ path }: HttpRequest, { code }: AppError): boolean {
  return code === 'sign_in_failed' || (path === APP_PATHS.callback && code !== 'resource_not_found');
}

/** Browsers accept HTML by name; programs accept JSON or anything (RFC 9110, section 12.5.1). */
export function acceptsHtml({ headers: { accept = '' }, path }: HttpRequest): boolean {
  return !path.startsWith('/api/') && /\btext\/html\b(?!\s*;[^,]*\bq=0(\.0*)?\s*(,|$))/i.test(accept);
}
