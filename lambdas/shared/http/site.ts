import type { HttpRequest } from './route.ts';

/**
 * The site's address as people reach it. A stage without a public domain does not know it: there it is where the request came to,
 * as API Gateway says: a caller can write any name into a header.
 */
export function siteOf({ domainName }: HttpRequest, { siteUrl }: { siteUrl?: string | undefined }): string {
  return siteUrl ?? `https://${domainName}`;
}
