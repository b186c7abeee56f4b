import type { RecordType } from './records.ts';

/** All that is set in the local DNS. */
export interface DnsState {
  /** By name, without final dots. The root and the top-level domains are not among them: they follow from these. */
  zones: Record<string, Zone>;
  /** By name and type, each value as in a zone file. */
  records: Record<string, Partial<Record<RecordType, string[]>>>;
  faults: Fault[];
}

export interface Zone {
  /** The name servers that the registry has, the zone above. Absent: the zone is not registered. */
  delegation?: string[];
  /** Those that the zone itself names, where they are others. */
  own?: string[];
  /** For how long a resolver keeps that a name was not there: the SOA's minimum. */
  negativeTtlSeconds: number;
  /**
   * `bogus`: the signatures are by another key; `expired`: they were until last week; `missing-key`: the DS at the registry is of
   * a key that the zone does not have.
   */
  signing?: Signing;
}

export const SIGNINGS = ['right', 'bogus', 'expired', 'missing-key'] as const;
export type Signing = (typeof SIGNINGS)[number];

/** What is wrong with a name; `servers`: with which of its zone's, counted from 1. Absent: with all. */
export type Fault = { name: string; servers?: number[] } & (
  | { kind: 'fail' | 'silent' | 'lame' }
  | { kind: 'slow'; milliseconds: number }
  /** Instead of the others' records these, as in a zone file. */
  | { kind: 'disagree'; type: RecordType; values: string[] }
  /** Resolvers keep until then that the name was not there; in seconds since 1970. */
  | { kind: 'stale'; until: number }
);

/** Of `.test`: where customers' zones lie of which nobody has said where. */
export const USUAL_SERVERS = ['ns1.dns.test', 'ns2.dns.test'];
export const NEGATIVE_TTL_SECONDS = 5;

export function newZone(delegation: string[] = USUAL_SERVERS): Zone {
  return { delegation, negativeTtlSeconds: NEGATIVE_TTL_SECONDS };
}

/** The name and all above it but the root, from the longest to the shortest. */
function upwards(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}

/** The deepest zone that holds a name; undefined if only a top-level domain does. */
export function zoneOf({ zones }: Pick<DnsState, 'zones'>, name: string): string | undefined {
  return upwards(name).find((each) => zones[each] !== undefined);
}

/** At a name or below it. */
export function isWithin(name: string, above: string): boolean {
  return name === above || name.endsWith(`.${above}`);
}
