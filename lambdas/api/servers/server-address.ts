import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { canonicalName, isAtOrBelow, isHostname } from '../../../contract/domain-name.ts';

export const MAX_ADDRESSES = 8;

/** The problem with one server address by itself; undefined if valid. */
export function addressProblem(text: string, ownNames: readonly string[]): string | undefined {
  const address = canonicalName(text);
  // The zone of an IPv6 address (`fe80::1%eth0`) is local to a machine and has no meaning in DNS.
  if (isIP(address) > 0 && !address.includes('%')) return mappedProblem(address);
  const tldBeginsWithDigit = /\.[0-9][^.]*$/.test(address);
  if (!isHostname(address) || tldBeginsWithDigit)
    return 'must be a hostname in ASCII (internationalized names in punycode) or an IP address';
  const leadsBack = ownNames.some((own) => isAtOrBelow(address, own));
  return leadsBack ? "must not be one of the service's own names: a label cannot point to a label" : undefined;
}

/** Refuses an IPv4-mapped IPv6 address: no client reaches it by an AAAA record (RFC 4291, section 2.5.5.2). */
function mappedProblem(address: string): string | undefined {
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())) return undefined;
  return `must be in IPv4 form: ${parsed.toIPv4Address()}`;
}

/** True for one hostname, or for addresses only: DNS allows no other record beside a CNAME (RFC 1034, section 3.6.2). */
export function isOneNameOrAddresses(addresses: readonly string[]): boolean {
  return addresses.length === 1 || addresses.every((address) => isIP(address) > 0);
}
