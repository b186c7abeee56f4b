/** Who counts as one visitor: an IPv4 address, or the /64 that one IPv6 customer has to himself (RFC 6177). */
export async function visitorOf(address: string): Promise<string> {
  const { default: ipaddr } = await import('ipaddr.js'); // only some requests count visitors
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
