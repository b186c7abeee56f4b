import { isAllowedAddress } from './addresses.ts';
import { canonicalName, type DnsRecord, type Resolve } from './dns-answer.ts';
import { type Failed, failed } from './failure.ts';

/** Questions, not records: a recursive server usually answers a whole chain at once. */
const MOST_QUESTIONS = 4;
const MOST_HOPS = 8;
/** Of the addresses that are refused: a stranger's name may have thousands. */
const MOST_TOLD = 3;

/**
 * The one IPv4 address to connect to. It is looked up once: a second look could be answered with another address than
 * the one that was allowed (DNS rebinding). IPv6 is never dialled: a Lambda outside a VPC has no way out over it.
 */
export async function allowedAddress(
  resolve: Resolve,
  hostname: string,
  rules: { allowLoopback: boolean },
): Promise<{ kind: 'address'; address: string } | Failed> {
  let name = canonicalName(hostname);
  for (let questions = 0; questions < MOST_QUESTIONS; questions += 1) {
    const answer = await resolve(name, 'A');
    if (answer.kind === 'failure')
      return failed('dns', `the addresses of ${name} are unknown: ${answer.rcode ?? answer.reason ?? 'no answer'}`);
    const end = endOfChain(answer.records, name);
    const addresses = answer.records.filter((record) => record.type === 'A' && record.name === end).map(({ value }) => value);
    if (addresses.length > 0) return choose(addresses, hostname, rules);
    if (answer.kind !== 'answer' || end === name) return failed('dns', `${hostname} has no IPv4 address`);
    name = end;
  }
  return failed('dns', `${hostname} has a chain of CNAME records that does not end`);
}

function endOfChain(records: DnsRecord[], start: string): string {
  let name = start;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const next = records.find((record) => record.type === 'CNAME' && record.name === name);
    if (!next) break;
    name = next.value;
  }
  return name;
}

function choose(
  addresses: string[],
  hostname: string,
  rules: { allowLoopback: boolean },
): { kind: 'address'; address: string } | Failed {
  const address = addresses.find((candidate) => isAllowedAddress(candidate, rules));
  if (address !== undefined) return { kind: 'address', address };
  return failed(
    'refused-address',
    `${hostname} leads to the address ${addresses.slice(0, MOST_TOLD).join(', ')}, which is not on the public internet`,
  );
}

/** What a look-up found, unless the time of whoever waits for it is over first. */
export async function lookUpWithin<T>(signal: AbortSignal, lookUp: Promise<T>): Promise<T | Failed> {
  const timedOut = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const found = await Promise.race([lookUp, timedOut]);
  if (found === undefined || signal.aborted) return failed('timeout', 'looking up the address took too long');
  return found;
}
