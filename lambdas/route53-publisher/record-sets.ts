import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AWS_LIMITS } from '../../contract/stack/aws-limits.ts';
import type { RecordSet } from '../model/servers/label-records.schema.ts';

export interface RecordChange {
  action: 'DELETE' | 'UPSERT';
  set: RecordSet;
}

/** Record types that the service owns at labels of servers and hostnames. It leaves other types unchanged. */
export const OWNED_TYPES = { server: ['A', 'AAAA', 'CAA', 'CNAME'], proof: ['TXT'] } as const;

/** Clients find a moved server after a minute. */
export const TTL_SECONDS = 60;
/**
 * A wildcard and its base use one label for their proofs, in turn: a CA that caches the first one refuses the second
 * (https://github.com/letsencrypt/boulder/issues/3572).
 */
export const PROOF_TTL_SECONDS = 1;

/**
 * The record sets of a name: a CNAME to one hostname, or IP addresses with CAA records. A CNAME excludes all other records (RFC
 * 1034, section 3.6.2); a CA then reads CAA at its target.
 */
export function recordSetsOf(name: string, addresses: readonly string[], caa: readonly string[]): RecordSet[] {
  const ipv4 = addresses.filter((address) => isIPv4(address));
  // Two spellings of one address would be duplicates, which Route 53 refuses.
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

/** A TXT value of one string in zone file syntax. Escapes nothing, because proofs contain no special characters. */
export function quoteTxt(text: string): string {
  return `"${text}"`;
}

/**
 * The changes from the first to the second. Deletions come first: Route 53 applies a batch in order, and a CNAME must be gone
 * before an address is created. Equal sets cause no change.
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

/** How many of the first items fit into one request. Both limits count an UPSERT twice. */
export function countFittingChanges(changesOfEach: readonly (readonly RecordChange[])[]): number {
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

/** Route 53 writes `*` as `\052` and adds a final dot. */
export function unescapeName(name: string): string {
  return name.replace(/\.$/, '').replace('\\052', '*');
}
