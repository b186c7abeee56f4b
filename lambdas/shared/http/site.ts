import type { HttpRequest } from './route.ts';

/** The site's address as people reach it. A stage without a public domain does not know it: there it is where the request came to. */
export function siteOf({ headers }: HttpRequest, { siteUrl }: { siteUrl?: string | undefined }): string {
  return siteUrl ?? `https://${headers.host}`;
}
