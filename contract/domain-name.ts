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

/** The name itself and every name above it but the root: `a.b.c`, `b.c`, `c`. */
export function namesUpwards(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/**
 * DNS compares letters A-Z without case and every other byte exactly (RFC 4343): `toLowerCase` would also turn the Kelvin sign
 * into a k.
 */
export function canonicalName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/(?<=.)\.$/, '');
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
