/** Below the site's address. */
export function portalPath(token: string): string {
  return `/portal/${token}`;
}
