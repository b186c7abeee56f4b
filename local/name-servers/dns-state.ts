import type { RecordType } from './records.ts';

export interface DnsState {
  /** By name, without trailing dots. The root and the top-level domains are derived from these. */
  zones: Record<string, Zone>;
  /** By name and type, each value in zone file format. */
  records: Record<string, Partial<Record<RecordType, string[]>>>;
  faults: Fault[];
}

export interface Zone {
  /** NS records at the registry, in the parent zone. Absent: the zone is not registered. */
  delegation?: string[];
  /** NS records in the zone itself, if they differ. */
  own?: string[];
  /** How long resolvers cache that a name is missing: the SOA's minimum. */
  negativeTtlSeconds: number;
  /**
   * `bogus`: signed with another key. `expired`: valid until last week. `missing-key`: the registry's DS names a key that the
   * zone lacks.
   */
  signing?: Signing;
}

export const SIGNINGS = ['right', 'bogus', 'expired', 'missing-key'] as const;
export type Signing = (typeof SIGNINGS)[number];

/** A fault of a name. `servers`: affected servers of its zone, from 1. Absent: all. */
export type Fault = { name: string; servers?: number[] } & (
  | { kind: 'fail' | 'silent' | 'lame' }
  | { kind: 'slow'; milliseconds: number }
  /** These records instead of the other servers', in zone file format. */
  | { kind: 'disagree'; type: RecordType; values: string[] }
  /** Resolvers cache the name as missing until then, in seconds since 1970. */
  | { kind: 'stale'; until: number }
);

/** Default servers of customers' zones, in `.test`. */
export const DEFAULT_SERVERS = ['ns1.dns.test', 'ns2.dns.test'];
export const NEGATIVE_TTL_SECONDS = 5;

export function newZone(delegation: string[] = DEFAULT_SERVERS): Zone {
  return { delegation, negativeTtlSeconds: NEGATIVE_TTL_SECONDS };
}

/** The name and its parents except the root, longest first. */
function upwards(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}

/** The deepest zone that contains a name; undefined if only a top-level domain does. */
export function zoneOf({ zones }: Pick<DnsState, 'zones'>, name: string): string | undefined {
  return upwards(name).find((each) => zones[each] !== undefined);
}

/** True when the name equals `above` or is below it. */
export function isWithin(name: string, above: string): boolean {
  return name === above || name.endsWith(`.${above}`);
}
