import ipaddr from 'ipaddr.js';

/** Identifies a visitor: by the IPv4 address, or the /64 that one IPv6 customer has (RFC 6177). */
export function visitorOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
