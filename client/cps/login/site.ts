import { usageFailure } from '../terminal/failure.ts';

const EXAMPLE = 'Give the address of the deployment: --site https://certificates.example.com';
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address of a deployment as a person writes it: without a scheme, with a slash at the end, with the `/api` or `/docs` of an
 * address that they have copied. A path before that stays. Throws where it is no web address.
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

/** Whether a key that is sent there can be read on its way. */
export function isUnencrypted(site: string): boolean {
  const { protocol, hostname } = new URL(site);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}
