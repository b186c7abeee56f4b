/** Below the site's address, outside of `/api`. */
export const PORTAL_PATHS = {
  page: '/portal/{token}',
  themeCss: '/portal/{token}/theme.css',
  logo: '/portal/logos/{id}',
  script: '/portal/scripts/{name}',
} as const;

export function portalPath(token: string): string {
  return PORTAL_PATHS.page.replace('{token}', token);
}

/** What lies beside the Lambda, compressed with gzip. */
export const PORTAL_FILES = { script: 'portal.js.gz' } as const;
