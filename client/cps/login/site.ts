import { usageFailure } from '../terminal/failure.ts';

const EXAMPLE = 'Give the address of the deployment: --site https://certificates.example.com';
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Normalizes a site's address as people write it: without a scheme, with a trailing slash, with a copied `/api` or `/docs`. Keeps
 * a path before that. Throws for an invalid web address.
 */
export function readSite(text: string): string {
  const trimmed = text.trim().replace(/^["'<]+|["'>]+$/g, '');
  const host = /^[^/:?#]*/.exec(trimmed)?.[0] ?? '';
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `${LOOPBACK.test(host) ? 'http' : 'https'}://${trimmed}`;
  if (!URL.canParse(address)) throw usageFailure(`${JSON.stringify(text)} is no web address.`, EXAMPLE);
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw usageFailure(`The site begins with ${url.protocol}//, not with https://.`, EXAMPLE);
  }
  if (url.username || url.password)
    throw usageFailure('The site has a user or a password in it.', 'Leave it out: cps sends your API key.');
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/(api|docs|openapi\.json)$/, '');
}

/** True when a key sent there can be intercepted. */
export function isUnencrypted(site: string): boolean {
  const { protocol, hostname } = new URL(site);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}
