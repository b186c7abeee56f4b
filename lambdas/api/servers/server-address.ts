import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalName, isAtOrBelow, isHostname } from '../../../contract/domain-name.ts';

export const MOST_ADDRESSES = 8;

/** What is wrong with one address of a server, in itself; undefined if nothing. */
export function addressProblem(text: string, ownNames: readonly string[]): string | undefined {
  const address = canonicalName(text);
  // An IPv6 address may name an interface of the machine (`fe80::1%eth0`): in DNS it means nothing.
  if (isIP(address) > 0 && !address.includes('%')) return mappedProblem(address);
  const tldBeginsWithDigit = /\.[0-9][^.]*$/.test(address);
  if (!isHostname(address) || tldBeginsWithDigit)
    return 'must be a hostname in ASCII (internationalized names in punycode) or an IP address';
  const leadsBack = ownNames.some((own) => isAtOrBelow(address, own));
  return leadsBack ? "must not be one of the service's own names: a label cannot point to a label" : undefined;
}

/** Of an IPv4 address in IPv6 form, which no client reaches by an AAAA record (RFC 4291, section 2.5.5.2). */
function mappedProblem(address: string): string | undefined {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())) return undefined;
  return `must be in IPv4 form: ${parsed.toIPv4Address()}`;
}

/**
 * Either one name to follow, or the addresses themselves: DNS allows no other record beside a CNAME (RFC 1034, section 3.6.2).
 */
export function isOneNameOrAddresses(addresses: readonly string[]): boolean {
  return addresses.length === 1 || addresses.every((address) => isIP(address) > 0);
}
