import { canonicalName } from '../../../contract/domain-name.ts';
import { isAllowedAddress } from './addresses.ts';
import { type Failed, toFailed } from './failure.ts';
import type { DnsRecord, Resolve } from './resolve.ts';

/** Questions, not records: a recursive server usually answers a whole chain at once. */
const MOST_QUESTIONS = 4;
const MOST_HOPS = 8;
/** Of the addresses that are refused: a stranger's name may have thousands. */
const MOST_TOLD = 3;

/**
 * The one IPv4 address to connect to. It is looked up once: a second look-up could be answered with another address than
 * the one that was allowed (DNS rebinding). IPv6 is never dialled: a Lambda outside a VPC has no way out over it.
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

/** All IPv4 addresses of which any may be connected to: at least one. */
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
  /** The names on the way to them: the hostname, and where its CNAME records lead. */
  names: string[];
}

/** The addresses that a name has in DNS, however it comes by them; none is an answer, too. */
export async function addressesOf(resolve: Resolve, hostname: string, type: 'A' | 'AAAA'): Promise<AddressesFound | Failed> {
  const names = [canonicalName(hostname)];
  for (let questions = 0; questions < MOST_QUESTIONS; questions += 1) {
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
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
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
    `${hostname} leads to the address ${addresses.slice(0, MOST_TOLD).join(', ')}, which is not on the public internet`,
  );
}

/** What a look-up found, unless the time of whoever waits for it is over first. */
export async function lookUpWithin<T>(signal: AbortSignal, lookUp: Promise<T>): Promise<T | Failed> {
  const timedOut = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const found = await Promise.race([lookUp, timedOut]);
  if (found === undefined || signal.aborted) return toFailed('timeout', 'looking up the address took too long');
  return found;
}
