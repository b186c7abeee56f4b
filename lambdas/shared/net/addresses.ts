import ipaddr from 'ipaddr.js';

/**
 * Everything in IANA's special-purpose registries that is no place on the public internet, or may lead to one that is not:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry
 */
const REFUSED_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers (CGNAT)
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays to 6to4, retired
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Public in form, and led by a cloud to its own host or services from inside it. Other clouds have these services at addresses
 * that are refused anyway: link-local (AWS, Google, Azure, Oracle, Tencent, Huawei and others: 169.254.0.0/16), CGNAT (Alibaba:
 * 100.100.100.200), 192.0.0.0/24 (Oracle Classic: 192.0.0.192), unique local (AWS: fd00:ec2::/32; Google: fd20:ce::254).
 */
const REFUSED_OF_CLOUDS_V4 = [
  // Azure's host: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
  // Google's APIs for its own networks: https://cloud.google.com/vpc/docs/configure-private-google-access-hybrid
  '199.36.153.4/30',
  '199.36.153.8/30',
  // IBM's services for its own networks: https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The only block from which public unicast addresses are given out: mapped, NAT64, ULA, link-local, multicast lie outside. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
const REFUSED_V6 = [
  '2001::/23', // protocol assignments: Teredo (embeds IPv4), benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: embeds IPv4
  '3fff::/20', // documentation
  '2600:2d00:2:1000::/64', // Google's APIs for its own networks
  '2600:2d00:2:2000::/64',
].map((range) => ipaddr.IPv6.parseCIDR(range));

const LOOPBACK_V4 = ipaddr.IPv4.parseCIDR('127.0.0.0/8');
const LOOPBACK_V6 = ipaddr.IPv6.parse('::1').toString();

/** Whether we may connect to this address on a stranger's word. `allowLoopback` adds this machine itself, and nothing else. */
export function isAllowedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const parsed = ipaddr.IPv4.parse(address);
    if (allowLoopback && parsed.match(LOOPBACK_V4)) return true;
    return ![...REFUSED_V4, ...REFUSED_OF_CLOUDS_V4].some((range) => parsed.match(range));
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (allowLoopback && parsed.toString() === LOOPBACK_V6) return true;
  return parsed.match(GLOBAL_UNICAST_V6) && !REFUSED_V6.some((range) => parsed.match(range));
}
