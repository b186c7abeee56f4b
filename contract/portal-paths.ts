import { LOCALES } from './locales.ts';

/** Below the site's address, outside of `/api`. */
export const PORTAL_PATHS = {
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

/** What web/widget/build.ts makes for pages without a bundler: the element with English, its other languages, and the list of them. */
export const WIDGET_FILES: readonly string[] = [
  ...['cps-domain.js', 'files.json'],
  ...LOCALES.filter((locale) => locale !== 'en').map((locale) => `locales/${locale}.js`),
];

/** The name of such a file beside the Lambda. */
export function widgetFileBeside(name: string): string {
  return `widget-${name.replace('/', '-')}.gz`;
}
