import { domainToASCII } from 'node:url';
import { LONGEST_HOSTNAME } from '../../../../contract/domain-name.ts';

// Without the Public Suffix List, which is larger than everything else that a list of domains loads.

/** A hostname in ASCII, internationalized names in punycode (UTS 46). Undefined if it is invalid. */
export function hostnameInAscii(text: string): string | undefined {
  return domainToASCII(text).toLowerCase() || undefined;
}

/** The stored form of a hostname in a search; undefined if it is invalid and matches nothing. */
export function hostnameOf(url: string): string | undefined {
  if (url.length > LONGEST_HOSTNAME * 4) return undefined;
  const hostname = hostnameInAscii(url.replace(/\.$/, ''));
  return hostname === undefined || hostname.length > LONGEST_HOSTNAME ? undefined : hostname;
}
