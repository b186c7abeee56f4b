// Names are in lower case without a trailing dot. The empty name is the root.

export const LONGEST_HOSTNAME = 253;

/** Suffix of the hostnames of test mode. RFC 6761 reserves `.test`: nobody owns it in public DNS. */
export const MAGIC_SUFFIX = 'magic.test';

/** True when `name` equals `above` or is a subdomain of it, by whole labels. */
export function isAtOrBelow(name: string, above: string): boolean {
  return name === above || isBelow(name, above);
}

export function isBelow(name: string, above: string): boolean {
  return above === '' ? name !== '' : name.endsWith(`.${above}`);
}

const WILDCARD = '*.';

/** True for `*.shop.customer.com`, which covers every name one label below its base. */
export function isWildcard(hostname: string): boolean {
  return hostname.startsWith(WILDCARD);
}

/** The name below which a wildcard applies. Any other hostname is its own base. */
export function wildcardBaseOf(hostname: string): string {
  return isWildcard(hostname) ? hostname.slice(WILDCARD.length) : hostname;
}

/** The only wildcard that can cover the name. */
export function wildcardOver(name: string): string {
  return `${WILDCARD}${name.slice(name.indexOf('.') + 1)}`;
}

/**
 * The name for DNS queries and TLS checks of a hostname. For a wildcard it is a new random subdomain each time, which has no
 * records of its own.
 */
export function nameToQuery(hostname: string, now: Date): string {
  return isWildcard(hostname) ? `cps-${now.getTime().toString(36)}.${wildcardBaseOf(hostname)}` : hostname;
}

/** For file names and AWS resource names, which cannot contain `*`. It is unambiguous: no hostname has an underscore. */
export function nameWithoutStar(hostname: string): string {
  return hostname.replace('*', '_wildcard');
}

/** The name and all its parents except the root: `a.b.c`, `b.c`, `c`. */
export function nameAndParents(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** True when the wildcard applies to a name above the hostname, so its DNS record can answer for the hostname too. */
export function isAboveHostname(wildcard: string, hostname: string): boolean {
  return wildcard !== hostname && isBelow(hostname, wildcard.slice('*.'.length));
}

/** Lowers only A-Z: `toLowerCase` would also turn the Kelvin sign into a k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** DNS compares A-Z without case and every other byte exactly (RFC 4343). */
export function canonicalName(name: string): string {
  return lowerAscii(name).replace(/(?<=.)\.$/, '');
}

/** True when the name fits into a DNS query. Other people's records can contain bytes and lengths that do not. */
export function isQueryableName(name: string): boolean {
  return (
    name.length <= LONGEST_HOSTNAME &&
    /^[!-~]+$/.test(name) &&
    name.split('.').every((label) => label.length >= 1 && label.length <= 63)
  );
}

/**
 * The host of a URL in lower case, without a final dot; an IPv6 address without brackets. Throws TypeError for an invalid URL.
 */
export function hostOfUrl(url: string): string {
  return canonicalName(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

/** The host of a `Host` header in lower case, without port and final dot. */
export function hostOfHeader(header: string): string {
  return canonicalName(header.replace(/:\d+$/, ''));
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const HOSTNAME = new RegExp(`^(?=.{1,${LONGEST_HOSTNAME}}$)(${LABEL}\\.)+${LABEL}$`);

/**
 * At least two labels of letters, digits and hyphens. The agent builds file names from hostnames, so `..`, `/` and NUL are
 * impossible.
 */
export function isHostname(name: string): boolean {
  return HOSTNAME.test(name);
}

/** What a certificate can be issued for. */
export function isHostnameOrWildcard(name: string): boolean {
  return isHostname(wildcardBaseOf(name));
}

/** Reverses `nameWithoutStar`. */
export function nameWithStar(name: string): string {
  return name.replace(/^_wildcard(?=\.)/, '*');
}
