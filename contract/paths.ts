/** In which the owner of a hostname is spoken to. The first is spoken where no other is asked for. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja'] as const;
export type Locale = (typeof LOCALES)[number];

/** What lies beside the Lambda that serves the reference, compressed with gzip. */
export const REFERENCE_FILES = {
  document: 'openapi.json.gz',
  plainDocument: 'openapi-plain.json.gz',
  page: 'page.html.gz',
  style: 'style.css.gz',
  script: 'try-it.js.gz',
  apex: 'apex.md.gz',
} as const;

/** Where the reference lies, below the site's address. */
export const REFERENCE_PATHS = {
  root: '/',
  document: '/openapi.json',
  /** For generators that cannot read the other (docs/guides/clients.md). */
  plainDocument: '/docs/openapi-plain.json',
  page: '/docs',
  part: '/docs/{part}',
} as const;

/** Where found secrets of API keys are reported. It is no operation of the API: it takes no key. */
export const LEAKS_PATH = '/api/leaked-keys';

/** Below the site's address: what to do about apex domains, which the refusal of one names. */
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

/** Where a DNS provider leads back to (Domain Connect, `redirect_uri`). It appends `error` where it has not set the record. */
export function portalReturnPath(token: string, hostname: string): string {
  return `${portalPath(token)}?hostname=${encodeURIComponent(hostname)}`;
}

/** What lies beside the Lambda, compressed with gzip. */
export const PORTAL_FILES = { script: 'portal.js.gz' } as const;

/**
 * What web/widget/build.ts makes for pages without a bundler: the element with English, its other languages, and the list of
 * them.
 */
export const WIDGET_FILES: readonly string[] = [
  ...['cps-domain.js', 'files.json'],
  ...LOCALES.filter((locale) => locale !== 'en').flatMap((locale) =>
    ['', '-sayings', '-words'].map((part) => `locales/${locale}${part}.js`),
  ),
];

/** The name of such a file beside the Lambda. */
export function widgetFileBeside(name: string): string {
  return `widget-${name.replace('/', '-')}.gz`;
}

/** Where the dashboard lies, below the site's address. Every address below it that is no asset is its one page. */
export const DASHBOARD_PATHS = { home: '/dashboard/', assets: '/dashboard/assets/' } as const;

/** Where people sign in and out, and where their requests go from then on. */
export const APP_PATHS = {
  signIn: '/app/sign-in',
  callback: '/app/callback',
  /** Where a sign-in ends that asks something first: an invitation, or another organization than the last. */
  confirm: '/app/confirm',
  signOut: '/app/sign-out',
  api: '/app/v1',
  /** Whoever signs in from nowhere comes here. */
  home: DASHBOARD_PATHS.home,
} as const;

/** The paths that agents call, below the site's address. */
export const EDGE_PATHS = {
  machines: '/edge/v1/machines',
  /** For a machine that enrolls by its AWS identity. */
  nonces: '/edge/v1/nonces',
  keys: '/edge/v1/keys',
  certificates: '/edge/v1/certificates',
  reports: '/edge/v1/reports',
  /** A token follows. Not signed: the CA's validators are sent here too, through the agent's proxy. */
  challenges: '/edge/v1/challenges',
  /** The hostname follows, and the path of its challenge: load balancers redirect here, and a CA follows. */
  redirectedChallenges: '/edge/v1/challenges-of',
} as const;

/** Names the hostname whose challenge is asked for, where the agent's proxy hides the Host header. */
export const CHALLENGE_HOSTNAME_HEADER = 'x-cps-hostname';

/** Names the machine that asks, for the firewall, which cannot read a signature. It proves nothing. */
export const MACHINE_HEADER = 'x-cps-machine';

/**
 * In the answer that a token is unknown: the key authorization of the hostname's challenge, or `none`. By it an agent knows all
 * other tokens that it was asked for meanwhile.
 */
export const PENDING_CHALLENGE_HEADER = 'x-cps-pending-challenge';
export const NO_PENDING_CHALLENGE = 'none';

/**
 * Under which name below `settings.domainConnect.keyDomain` the TXT records with the public key lie. Another key gets another
 * name.
 */
export const DOMAIN_CONNECT_KEY_HOST = '_dck1';
