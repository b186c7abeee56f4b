import ipaddr from 'ipaddr.js';
import { canonicalName } from '../../../contract/domain-name.ts';
import { type Failed, toFailed } from './failure.ts';
import type { DnsRecord, Resolve } from './resolve.ts';

/**
 * All ranges of IANA's special-purpose registries that are not on the public internet, or may lead to an address that is not:
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
 * Public in form, but routed inside a cloud to its own host or services. Other clouds have these services at addresses that are
 * refused anyway: link-local (AWS, Google, Azure, Oracle, Tencent, Huawei and others: 169.254.0.0/16), CGNAT (Alibaba:
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

/** The only block of assigned public unicast addresses: mapped, NAT64, ULA, link-local and multicast are outside of it. */
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

/** True when we may connect to an address that a stranger chose. `allowLoopback` adds only this machine itself. */
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

/** Queries, not records: a recursive server usually returns a whole chain at once. */
const MAX_QUESTIONS = 4;
const MAX_HOPS = 8;
/** Refused addresses to report: a stranger's name may have thousands. */
const MAX_TOLD = 3;

/**
 * The one IPv4 address to connect to. It is looked up once: a second lookup could return another address than the allowed one
 * (DNS rebinding). IPv6 is not used: a Lambda outside a VPC has no route over it.
 */
export async function allowedAddress(
  resolve: Resolve,
  hostname: string,
  rules: { allowLoopback: boolean },
): Promise<{ kind: 'address'; address: string } | Failed> {
  const found = await allowedAddresses(resolve, hostname, rules);
  if (found.kind === 'failed') return found;
  const [address] = found.addresses;
  return address === undefined ? noneOf(hostname) : { kind: 'address', address };
}

/** All allowed IPv4 addresses: at least one. */
export async function allowedAddresses(
  resolve: Resolve,
  hostname: string,
  rules: { allowLoopback: boolean },
): Promise<AddressesFound | Failed> {
  const found = await addressesOf(resolve, hostname, 'A');
  if (found.kind === 'failed') return found;
  if (found.addresses.length === 0) return noneOf(hostname);
  const addresses = found.addresses.filter((candidate) => isAllowedAddress(candidate, rules));
  return addresses.length === 0 ? noneAllowed(found.addresses, hostname) : { ...found, addresses };
}

export interface AddressesFound {
  kind: 'addresses';
  addresses: string[];
  /** The hostname, and the targets of its CNAME records. */
  names: string[];
}

/** The addresses of a name in DNS, directly or by CNAME; an empty list is a result, too. */
export async function addressesOf(resolve: Resolve, hostname: string, type: 'A' | 'AAAA'): Promise<AddressesFound | Failed> {
  const names = [canonicalName(hostname)];
  for (let questions = 0; questions < MAX_QUESTIONS; questions += 1) {
    const asked = names.at(-1) ?? hostname;
    const answer = await resolve(asked, type);
    if (answer.kind === 'failure')
      return toFailed('dns', `the addresses of ${asked} are unknown: ${answer.rcode ?? answer.reason ?? 'no answer'}`);
    names.push(...chainFrom(answer.records, asked));
    const end = names.at(-1);
    const addresses = answer.records.filter((record) => record.type === type && record.name === end).map(({ value }) => value);
    if (addresses.length > 0 || answer.kind !== 'answer' || end === asked) return { kind: 'addresses', addresses, names };
  }
  return toFailed('dns', `${hostname} has a chain of CNAME records that does not end`);
}

function chainFrom(records: DnsRecord[], start: string): string[] {
  const passed: string[] = [];
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const next = records.find((record) => record.type === 'CNAME' && record.name === (passed.at(-1) ?? start));
    if (!next) break;
    passed.push(next.value);
  }
  return passed;
}

function noneOf(hostname: string): Failed {
  return toFailed('dns', `${hostname} has no IPv4 address`);
}

function noneAllowed(addresses: string[], hostname: string): Failed {
  return toFailed(
    'refused-address',
    `${hostname} leads to the address ${addresses.slice(0, MAX_TOLD).join(', ')}, which is not on the public internet`,
  );
}

/** The result of a lookup, unless the signal aborts first. */
export async function lookUpWithin<T>(signal: AbortSignal, lookUp: Promise<T>): Promise<T | Failed> {
  const timedOut = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const found = await Promise.race([lookUp, timedOut]);
  if (found === undefined || signal.aborted) return toFailed('timeout', 'looking up the address took too long');
  return found;
}
