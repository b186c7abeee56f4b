import { getDomain } from 'tldts';
import { CUSTOMER_SERVERS } from './addresses.ts';
import { type DnsState, type Fault, NEGATIVE_TTL_SECONDS, newZone, SIGNINGS, type Signing, zoneOf } from './dns-state.ts';
import { hostname, recordType, recordValues } from './records.ts';
import { serversOf } from './zone-files.ts';

/** A change of the local DNS, as the control API takes it. */
export type Change =
  | { do: 'set'; name: string; type: string; values: string[] }
  | { do: 'delete'; name: string; type?: string | undefined }
  | { do: 'fail'; name: string }
  | { do: 'silent' | 'lame'; name: string; servers?: number[] | undefined }
  | { do: 'slow'; name: string; milliseconds: number; servers?: number[] | undefined }
  | { do: 'disagree'; name: string; type: string; values: string[]; servers?: number[] | undefined }
  | { do: 'stale'; name: string; seconds: number }
  | { do: 'heal'; name: string }
  | { do: 'delegate'; zone: string; servers: string[]; own?: string[] | undefined }
  | { do: 'undelegate'; zone: string }
  | { do: 'sign'; zone: string; how: Signing | 'not' }
  | { do: 'negative-ttl'; zone: string; seconds: number };

const SECOND_SERVER = [2];
const MAX_MILLISECONDS = 600_000;
const LONGEST_TTL = 2 ** 31 - 1;

/** The state after a change. Throws a message for people when it is impossible. */
export function applyChange(state: DnsState, change: Change, now: Date): DnsState {
  switch (change.do) {
    case 'set':
      return withRecords(state, hostname(change.name), change.type, change.values);
    case 'delete':
      return withoutRecords(state, hostname(change.name), change.type);
    case 'fail':
      return withFault(state, { kind: 'fail', name: hostname(change.name) });
    case 'silent':
    case 'lame':
      return withFault(state, { kind: change.do, name: hostname(change.name), ...some(change.servers) });
    case 'slow': {
      const milliseconds = whole(change.milliseconds, MAX_MILLISECONDS, 'milliseconds');
      return withFault(state, { kind: 'slow', name: hostname(change.name), milliseconds, ...some(change.servers) });
    }
    case 'disagree': {
      const type = recordType(change.type);
      const values = change.values.length === 0 ? [] : recordValues(type, change.values);
      return withFault(state, {
        kind: 'disagree',
        name: hostname(change.name),
        type,
        values,
        ...some(change.servers ?? SECOND_SERVER),
      });
    }
    case 'stale': {
      const until = Math.floor(now.getTime() / 1000) + whole(change.seconds, LONGEST_TTL, 'seconds');
      return withFault(state, { kind: 'stale', name: hostname(change.name), until });
    }
    case 'heal':
      return heal(state, hostname(change.name));
    case 'delegate':
      return delegate(state, hostname(change.zone), change.servers.map(hostname), change.own?.map(hostname));
    case 'undelegate': {
      const { delegation: _, ...zone } = requireZone(state, hostname(change.zone));
      return { ...state, zones: { ...state.zones, [hostname(change.zone)]: zone } };
    }
    case 'sign': {
      const zone = hostname(change.zone);
      if (change.how !== 'not' && !SIGNINGS.includes(change.how))
        throw new Error(`a zone is signed ${SIGNINGS.join(', ')} or not`);
      const { signing: _, ...others } = requireZone(withZoneFor(state, zone), zone);
      return { ...state, zones: { ...state.zones, [zone]: { ...others, ...(change.how !== 'not' && { signing: change.how }) } } };
    }
    case 'negative-ttl': {
      const zone = hostname(change.zone);
      const negativeTtlSeconds = whole(change.seconds, LONGEST_TTL, 'seconds');
      return {
        ...state,
        zones: { ...state.zones, [zone]: { ...requireZone(withZoneFor(state, zone), zone), negativeTtlSeconds } },
      };
    }
  }
  throw new Error(`the local DNS does not know what to do at "${(change as { do?: unknown } | null)?.do}"`);
}

function withRecords(before: DnsState, name: string, type: string, values: string[]): DnsState {
  const known = recordType(type);
  const written = recordValues(known, values);
  const state = withZoneFor(before, name);
  return { ...state, records: { ...state.records, [name]: { ...state.records[name], [known]: written } } };
}

/** Without a type, removes all of the name's records and faults. */
function withoutRecords(state: DnsState, name: string, type?: string): DnsState {
  const { [name]: before = {}, ...others } = state.records;
  if (type === undefined) return withoutFaults({ ...state, records: others }, name);
  const { [recordType(type)]: _, ...left } = before;
  return { ...state, records: Object.keys(left).length === 0 ? others : { ...others, [name]: left } };
}

function withFault(before: DnsState, fault: Fault): DnsState {
  const state = withZoneFor(before, fault.name);
  const highest = serversOf(state, fault.name).length;
  const none = fault.servers?.find((each) => each > highest);
  if (none !== undefined) throw new Error(`there is no name server ${none} of "${fault.name}": its zone has ${highest} here`);
  const isSame = (other: Fault) => other.name === fault.name && other.kind === fault.kind;
  return { ...state, faults: [...state.faults.filter((other) => !isSame(other)), fault] };
}

function withoutFaults(state: DnsState, name: string): DnsState {
  return { ...state, faults: state.faults.filter((fault) => fault.name !== name) };
}

/** Removes faults. A wrongly signed zone becomes unsigned. */
function heal(before: DnsState, name: string): DnsState {
  const state = withoutFaults(before, name);
  const { signing, ...zone } = state.zones[name] ?? {};
  if (signing === undefined || signing === 'right') return state;
  return { ...state, zones: { ...state.zones, [name]: { negativeTtlSeconds: NEGATIVE_TTL_SECONDS, ...zone } } };
}

/**
 * Sets a zone's name servers. A server without an address gets the next of ours; an existing address remains, wherever it leads.
 */
function delegate(before: DnsState, zone: string, servers: string[], own?: string[]): DnsState {
  if (servers.length === 0) throw new Error('a zone is delegated to at least one name server; `undelegate` is for none');
  if (!zone.includes('.')) throw new Error(`"${zone}" is a top-level domain: a zone below it is delegated`);
  const { own: _, ...kept } = before.zones[zone] ?? newZone();
  const zones = { ...before.zones, [zone]: { ...kept, delegation: servers, ...(own && own.length > 0 && { own }) } };
  let state: DnsState = { ...before, zones };
  for (const names of [servers, own ?? []]) {
    for (const [at, name] of names.entries()) {
      const address = CUSTOMER_SERVERS[at % CUSTOMER_SERVERS.length] ?? '';
      if (!state.records[name]) state = withRecords(state, name, 'A', [address]);
    }
  }
  return state;
}

/** Adds the name's zone, which is registered when a name in it is first set. */
function withZoneFor(state: DnsState, name: string): DnsState {
  if (zoneOf(state, name) !== undefined) return state;
  if (!name.includes('.')) throw new Error(`"${name}" is a top-level domain: records are set for names below it`);
  const zone = getDomain(name.replace(/^\*\./, ''), { validateHostname: false }) ?? name.split('.').slice(-2).join('.');
  return { ...state, zones: { ...state.zones, [zone]: newZone() } };
}

function requireZone({ zones }: DnsState, zone: string): DnsState['zones'][string] {
  const known = zones[zone];
  if (known) return known;
  throw new Error(`"${zone}" is no zone of the local DNS; \`list\` names them`);
}

function some(servers?: number[]): { servers?: number[] } {
  if (servers?.some((each) => !Number.isInteger(each) || each < 1)) throw new Error('name servers are counted from 1');
  return servers === undefined ? {} : { servers };
}

function whole(value: number, most: number, unit: string): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`"${value}" is no number of ${unit}: 1 to ${most}`);
}
