/** Languages of the pages for hostname owners. The first one is the default. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja'] as const;
export type Locale = (typeof LOCALES)[number];

/** Gzip files that ship with the reference Lambda. */
export const REFERENCE_FILES = {
  document: 'openapi.json.gz',
  plainDocument: 'openapi-plain.json.gz',
  page: 'page.html.gz',
  style: 'style.css.gz',
  script: 'try-it.js.gz',
  apex: 'apex.md.gz',
} as const;

/** Paths of the API reference below the site's address. */
export const REFERENCE_PATHS = {
  root: '/',
  document: '/openapi.json',
  /** For generators that cannot read the other document (docs/guides/clients.md). */
  plainDocument: '/docs/openapi-plain.json',
  page: '/docs',
  part: '/docs/{part}',
} as const;

/** Endpoint for reports of leaked API keys. It takes no key, so it is no API operation. */
export const LEAKS_PATH = '/api/leaked-keys';

/** Page about apex domains, below the site's address. The error for an apex domain links to it. */
export const APEX_PAGE_PATH = '/docs/apex';

/** Below the site's address, outside of `/api`. */
export const PORTAL_PATHS = {
  withoutToken: '/portal',
  page: '/portal/{token}',
  themeCss: '/portal/{token}/theme.css',
  logo: '/portal/logos/{id}',
  script: '/portal/scripts/{name}',
  widget: '/widget/{version}/{name}',
  widgetLocale: '/widget/{version}/locales/{name}',
} as const;

export function portalPath(token: string): string {
  return PORTAL_PATHS.page.replace('{token}', token);
}

/** Domain Connect `redirect_uri`. The DNS provider adds `error` when it has not set the record. */
export function portalReturnPath(token: string, hostname: string): string {
  return `${portalPath(token)}?hostname=${encodeURIComponent(hostname)}`;
}

/** Gzip files that ship with the portal Lambda. */
export const PORTAL_FILES = { script: 'portal.js.gz' } as const;

/** Output of web/widget/build.ts for pages without a bundler: the element with English, its other languages, and their list. */
export const WIDGET_FILES: readonly string[] = [
  ...['cps-domain.js', 'files.json'],
  ...LOCALES.filter((locale) => locale !== 'en').flatMap((locale) =>
    ['', '-sayings', '-words'].map((part) => `locales/${locale}${part}.js`),
  ),
];

/** Name of such a file next to the Lambda's code. */
export function widgetFileBeside(name: string): string {
  return `widget-${name.replace('/', '-')}.gz`;
}

/** Paths of the dashboard below the site's address. Every path that is no asset serves its single page. */
export const DASHBOARD_PATHS = { home: '/dashboard/', assets: '/dashboard/assets/' } as const;

/** Paths of the sign-in, the sign-out and the dashboard's API. */
export const APP_PATHS = {
  signIn: '/app/sign-in',
  callback: '/app/callback',
  /** Confirmation page at the end of a sign-in: for an invitation, or for another organization than last time. */
  confirm: '/app/confirm',
  signOut: '/app/sign-out',
  api: '/app/v1',
  /** Target of a sign-in that no page started. */
  home: DASHBOARD_PATHS.home,
} as const;

/** Paths that agents call, below the site's address. */
export const EDGE_PATHS = {
  machines: '/edge/v1/machines',
  /** Nonces for enrollment by AWS identity. */
  nonces: '/edge/v1/nonces',
  keys: '/edge/v1/keys',
  certificates: '/edge/v1/certificates',
  reports: '/edge/v1/reports',
  /** Followed by a token. Unsigned, because the agent's proxy forwards the requests of the CA's validators here. */
  challenges: '/edge/v1/challenges',
  /** Followed by the hostname and the path of its challenge. Load balancers redirect the CA here. */
  redirectedChallenges: '/edge/v1/challenges-of',
} as const;

/** The hostname whose challenge is requested. The agent's proxy sends it, because the Host header is its own. */
export const CHALLENGE_HOSTNAME_HEADER = 'x-cps-hostname';

/** The machine that sends the request, for the firewall, which cannot verify a signature. It proves nothing. */
export const MACHINE_HEADER = 'x-cps-machine';

/**
 * Sent with the answer "unknown token": the key authorization of the hostname's pending challenge, or `none`. The agent can then
 * judge the other tokens that were requested meanwhile.
 */
export const PENDING_CHALLENGE_HEADER = 'x-cps-pending-challenge';
export const NO_PENDING_CHALLENGE = 'none';

/** Label of the public key's TXT records below `settings.domainConnect.keyDomain`. A new key needs a new label. */
export const DOMAIN_CONNECT_KEY_HOST = '_dck1';
