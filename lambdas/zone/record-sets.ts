import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import type { RecordSet } from '../model/servers/label-records.schema.ts';

export interface RecordChange {
  action: 'DELETE' | 'UPSERT';
  set: RecordSet;
}

/** What lies at the label of a server, and at that of a hostname. Any other type there is somebody else's. */
export const OUR_TYPES = { server: ['A', 'AAAA', 'CAA', 'CNAME'], proof: ['TXT'] } as const;

/** A server that moves is found at its new address after a minute. */
export const TTL_SECONDS = 60;
/**
 * A wildcard and its base show their proofs at one label, one after the other: a CA that has the first in its cache refuses the
 * second (https://github.com/letsencrypt/boulder/issues/3572).
 */
export const PROOF_TTL_SECONDS = 1;

/**
 * The records of a name that leads to these addresses: one hostname, or IP addresses with the CAA records beside them. A name
 * with a CNAME has nothing else (RFC 1034, section 3.6.2); a CA then reads the CAA records of the CNAME's target.
 */
export function recordSetsOf(name: string, addresses: readonly string[], caa: readonly string[]): RecordSet[] {
  const ipv4 = addresses.filter((address) => isIPv4(address));
  // Two spellings of one address would be the same record twice, which Route 53 refuses.
  const ipv6 = [...new Set(addresses.filter((address) => isIPv6(address)).map((address) => ipaddr.parse(address).toString()))];
  const [hostname] = addresses.filter((address) => isIP(address) === 0);
  if (hostname !== undefined) return [{ name, type: 'CNAME', values: [hostname] }];
  const sets: RecordSet[] = [
    { name, type: 'A', values: ipv4 },
    { name, type: 'AAAA', values: ipv6 },
    { name, type: 'CAA', values: addresses.length > 0 ? [...caa] : [] },
  ];
  return sets.filter(({ values }) => values.length > 0);
}

/** As a zone file has the value of a TXT record of one string, without what is to be escaped: a proof has none of that. */
export function quote(text: string): string {
  return `"${text}"`;
}

/**
 * What makes the second of the first. Deletions come first: Route 53 carries out a batch in its order, and a CNAME must be gone
 * before there is an address. What is already right is left alone.
 */
export function changesBetween(published: readonly RecordSet[], wanted: readonly RecordSet[]): RecordChange[] {
  const gone = published.filter((set) => !wanted.some((other) => isSameSet(set, other)));
  const next = wanted.filter((set) => !published.some((other) => isSameSet(set, other) && hasSameContent(set, other)));
  return [
    ...gone.map((set): RecordChange => ({ action: 'DELETE', set })),
    ...next.map((set): RecordChange => ({ action: 'UPSERT', set })),
  ];
}

function isSameSet(one: RecordSet, other: RecordSet): boolean {
  return one.name === other.name && one.type === other.type;
}

function hasSameContent({ values, ttl }: RecordSet, other: RecordSet): boolean {
  return ttl === other.ttl && values.length === other.values.length && values.every((value) => other.values.includes(value));
}

/** How many of the first fit into one request. Both limits count an UPSERT twice. */
export function fittingChanges(changesOfEach: readonly (readonly RecordChange[])[]): number {
  let records = 0;
  let characters = 0;
  for (const [index, changes] of changesOfEach.entries()) {
    for (const { action, set } of changes) {
      const times = action === 'UPSERT' ? 2 : 1;
      records += times * set.values.length;
      characters += times * set.values.reduce((sum, value) => sum + value.length, 0);
    }
    if (records > AWS_LIMITS.zoneChangeRecords.value || characters > AWS_LIMITS.zoneChangeCharacters.value) return index;
  }
  return changesOfEach.length;
}

/** Route 53 writes a `*` as `\052`, and a dot at the end. */
export function plainName(name: string): string {
  return name.replace(/\.$/, '').replace('\\052', '*');
}
