// Names in lower case without the trailing dot; the empty one is the root.

export const LONGEST_HOSTNAME = 253;

/** Names below it exist in test mode only. `.test` is nobody's in the public DNS (RFC 6761). */
export const MAGIC_SUFFIX = 'magic.test';

/** Whether a name is that one, or ends in it by whole labels: what a zone or a public suffix covers. */
export function isAtOrBelow(name: string, above: string): boolean {
  return name === above || isBelow(name, above);
}

export function isBelow(name: string, above: string): boolean {
  return above === '' ? name !== '' : name.endsWith(`.${above}`);
}

const WILDCARD = '*.';

/** Whether a hostname stands for every name one label below its base: `*.shop.customer.com`. */
export function isWildcard(hostname: string): boolean {
  return hostname.startsWith(WILDCARD);
}

/** Below which a wildcard stands; any other hostname itself. */
export function baseOf(hostname: string): string {
  return isWildcard(hostname) ? hostname.slice(WILDCARD.length) : hostname;
}

/** The one wildcard that a name is covered by. */
export function wildcardOver(name: string): string {
  return `${WILDCARD}${name.slice(name.indexOf('.') + 1)}`;
}

/** By which DNS and TLS are asked about a hostname: for a wildcard a name below it that nobody has set, another one each time. */
export function nameToAsk(hostname: string, now: Date): string {
  return isWildcard(hostname) ? `cps-${now.getTime().toString(36)}.${baseOf(hostname)}` : hostname;
}

/** Where a `*` may not stand: names of files, and of what is created at AWS. No hostname has an underscore. */
export function nameWithoutStar(hostname: string): string {
  return hostname.replace('*', '_wildcard');
}

/** The name itself and every name above it but the root: `a.b.c`, `b.c`, `c`. */
export function namesUpwards(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Whether a wildcard stands for a name above the hostname: then it answers for the hostname, too. */
export function isAboveHostname(wildcard: string, hostname: string): boolean {
  return wildcard !== hostname && isBelow(hostname, wildcard.slice('*.'.length));
}

/** Letters A-Z alone: `toLowerCase` would also turn the Kelvin sign into a k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** DNS compares letters A-Z without case and every other byte exactly (RFC 4343). */
export function canonicalName(name: string): string {
  return lowerAscii(name).replace(/(?<=.)\.$/, '');
}

/** Whether a name can be put into a question: a stranger's record may hold bytes and lengths that cannot be sent on. */
export function isQueryableName(name: string): boolean {
  return (
    name.length <= LONGEST_HOSTNAME &&
    /^[!-~]+$/.test(name) &&
    name.split('.').every((label) => label.length >= 1 && label.length <= 63)
  );
}

/**
 * The host that a URL names, however it writes it: in lower case, without a final dot; an IPv6 address without brackets. Throws
 * TypeError for what is no URL.
 */
export function hostOfUrl(url: string): string {
  return canonicalName(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

/** The host of a `Host` header: in lower case, without port and final dot. */
export function hostOfHeader(header: string): string {
  return canonicalName(header.replace(/:\d+$/, ''));
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const HOSTNAME = new RegExp(`^(?=.{1,${LONGEST_HOSTNAME}}$)(${LABEL}\\.)+${LABEL}$`);

/** Two labels or more of letters, digits and hyphens. The agent makes file names of hostnames: `..`, `/` and NUL are in none. */
export function isHostname(name: string): boolean {
  return HOSTNAME.test(name);
}

/** What a certificate is for: a hostname, or a wildcard. */
export function isHostnameOrWildcard(name: string): boolean {
  return isHostname(baseOf(name));
}

/** Undoes `nameWithoutStar`. */
export function nameWithStar(name: string): string {
  return name.replace(/^_wildcard(?=\.)/, '*');
}
