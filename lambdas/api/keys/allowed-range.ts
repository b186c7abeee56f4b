import ipaddr from 'ipaddr.js';
import { isRange } from '../../model/accounts/api-key.ts';

/** Prefix bits of an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 96;

/** The problem with an allowed address or range, with the corrected form; undefined if valid. */
export function rangeProblem(text: string): string | undefined {
  if (!isRange(text)) return 'must be an IP address, or a range in CIDR notation such as 203.0.113.0/24 or 2001:db8::/32';
  const [address, prefix] = ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`);
  // Requests carry the IPv4 address, so a mapped range would match none.
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= MAPPED_PREFIX;
  const bits = isMapped ? prefix - MAPPED_PREFIX : prefix;
  if (bits === 0)
    return 'must not be every address: to allow all, leave allowed_addresses out, or set it to null to lift the restriction';
  const first = firstAddress(isMapped ? address.toIPv4Address() : address, bits);
  if (isMapped) return `must be in IPv4 form: ${text.includes('/') ? `${first}/${bits}` : first}`;
  // Compares parsed addresses, as one IPv6 address has many spellings.
  return first === address.toString() ? undefined : `must not have bits beyond its prefix: use ${first}/${bits}`;
}

function firstAddress(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${address}/${bits}`).toString();
}
