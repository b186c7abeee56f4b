import { domainToASCII } from 'node:url';
import { LONGEST_HOSTNAME } from '../../../../contract/domain-name.ts';

// Without the Public Suffix List, which is larger than all else that a list of domains loads.

/** A hostname in the letters of DNS, internationalized names in punycode (UTS 46). Undefined for what is none. */
export function hostnameInAscii(text: string): string | undefined {
  return domainToASCII(text).toLowerCase() || undefined;
}

/** How a hostname that somebody looks for is kept; undefined for what is none, and so nobody's. */
export function hostnameOf(url: string): string | undefined {
  if (url.length > LONGEST_HOSTNAME * 4) return undefined;
  const hostname = hostnameInAscii(url.replace(/\.$/, ''));
  return hostname === undefined || hostname.length > LONGEST_HOSTNAME ? undefined : hostname;
}
