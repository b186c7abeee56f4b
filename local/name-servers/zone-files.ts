import { CUSTOMER_SERVERS, EDGE_SERVERS, RECURSIVE_VIEW, ROOT_SERVERS, TLD_SERVERS } from './addresses.ts';
import { DEFAULT_SERVERS, type DnsState, type Fault, isWithin, zoneOf } from './dns-state.ts';

/** A zone's file lines, for all servers or for one that disagrees. */
export interface ZoneFile {
  origin: string;
  /** By server. The view is one of them. */
  lines: Record<string, string[]>;
  unreachable: boolean;
  negativeTtlSeconds: number;
  signing: string;
}

/** Top-level domains that always exist. */
const KEPT_TLDS = ['test', 'example'];
const ROOT_NAMES = ['a.root-servers.net', 'b.root-servers.net'];
const LONG_TTL = 3_600;
/** Also for delegations, so that changes are visible soon. */
const SHORT_TTL = 5;
const RECORD_TTL = 60;

/** Every zone, from the root down. */
export function zoneFiles(state: DnsState): ZoneFile[] {
  const origins = Object.keys(state.zones);
  const tlds = [...new Set([...KEPT_TLDS, ...origins.map((origin) => origin.split('.').at(-1) ?? '')])];
  const named = [...Object.keys(state.records), ...state.faults.map(({ name }) => name)];
  const names = Map.groupBy(new Set(named), (name) => zoneOf(state, name));
  return [
    rootFile(tlds),
    ...tlds.map((tld) => tldFile(state, tld)),
    ...origins.map((origin) => customerFile(state, origin, names.get(origin) ?? [])),
  ];
}

function rootFile(tlds: string[]): ZoneFile {
  const delegations = tlds.flatMap((tld) => nameServers(`${tld}.`, tldNames(tld), LONG_TTL, TLD_SERVERS));
  const lines = [...nameServers('.', ROOT_NAMES, LONG_TTL, ROOT_SERVERS), ...delegations];
  return { ...common('.', lines, ROOT_SERVERS), negativeTtlSeconds: SHORT_TTL };
}

function tldFile(state: DnsState, tld: string): ZoneFile {
  const lines = [...nameServers(`${tld}.`, tldNames(tld), LONG_TTL, TLD_SERVERS), ...delegationsIn(state, tld)];
  return { ...common(`${tld}.`, lines, TLD_SERVERS), negativeTtlSeconds: SHORT_TTL };
}

/** `names`: names in the zone that may have records. */
function customerFile(state: DnsState, origin: string, names: string[]): ZoneFile {
  const zone = state.zones[origin] ?? { negativeTtlSeconds: SHORT_TTL };
  const { delegation, own = delegation ?? DEFAULT_SERVERS } = zone;
  const usual = (of: DnsState) => [
    ...nameServers(`${origin}.`, own, SHORT_TTL),
    ...delegationsIn(state, origin),
    ...names.flatMap((name) => recordLines(of, name)),
  ];
  const servers = serversOf(state, origin);
  const file = common(`${origin}.`, usual(state), servers);
  for (const [at, server] of servers.entries()) {
    const differences = state.faults.filter(
      (fault) => fault.kind === 'disagree' && affectsServer(fault, at) && zoneOf(state, fault.name) === origin,
    );
    if (differences.length > 0) file.lines[server] = usual(differences.reduce(withDisagreement, state));
  }
  const isInView = isRegistered(state, origin);
  if (!isInView) delete file.lines[RECURSIVE_VIEW];
  const unreachable = isInView && reachable(state, delegation ?? []).length === 0;
  return { ...file, unreachable, negativeTtlSeconds: zone.negativeTtlSeconds, signing: zone.signing ?? '' };
}

/** Addresses of a zone's servers that are ours, in the registry's order. Those that only the zone itself names come last. */
export function serversOf(state: DnsState, name: string): string[] {
  const origin = zoneOf(state, name);
  if (origin === undefined) return name.includes('.') ? [] : TLD_SERVERS;
  const { delegation = DEFAULT_SERVERS, own = [] } = state.zones[origin] ?? {};
  return [...new Set(reachable(state, [...delegation, ...own]))];
}

/** True when the fault affects the server with this index. */
export function affectsServer({ servers }: Fault, at: number): boolean {
  return servers === undefined || servers.includes(at + 1);
}

function common(origin: string, lines: string[], servers: string[]): ZoneFile {
  const entries = [...servers, RECURSIVE_VIEW].map((server) => [server, lines]);
  return { origin, lines: Object.fromEntries(entries), unreachable: false, negativeTtlSeconds: SHORT_TTL, signing: '' };
}

/** True when the parent zones delegate the zone. */
function isRegistered(state: DnsState, origin: string): boolean {
  if (state.zones[origin]?.delegation === undefined) return false;
  const above = zoneOf(state, parentOf(origin));
  return above === undefined || isRegistered(state, above);
}

function reachable({ records }: DnsState, names: string[]): string[] {
  const ours = new Set([...CUSTOMER_SERVERS, ...EDGE_SERVERS]);
  return names.flatMap((name) => records[name]?.A ?? []).filter((address) => ours.has(address));
}

/** Delegations to child zones: their name servers, and the addresses of servers that only the child zones know. */
function delegationsIn(state: DnsState, origin: string): string[] {
  const inside = (name: string) => isWithin(name, origin);
  const children = Object.entries(state.zones).filter(
    ([name, { delegation }]) =>
      delegation && name !== origin && inside(name) && (zoneOf(state, parentOf(name)) ?? tldOf(name)) === origin,
  );
  const glue = new Set<string>();
  const lines = children.flatMap(([name, { delegation = [] }]) => {
    for (const server of delegation.filter((each) => inside(each) && zoneOf(state, each) !== origin)) glue.add(server);
    return delegation.map((server) => `${name}. ${SHORT_TTL} IN NS ${server}.`);
  });
  const addresses = [...glue].flatMap((name) => recordLines(state, name, ['A', 'AAAA']));
  return [...lines, ...addresses];
}

function recordLines({ records }: DnsState, name: string, types?: string[]): string[] {
  return Object.entries(records[name] ?? {})
    .filter(([type]) => types?.includes(type) ?? true)
    .flatMap(([type, values]) => values.map((value) => `${name}. ${RECORD_TTL} IN ${type} ${value}`));
}

function nameServers(owner: string, names: string[], ttl: number, addresses: string[] = []): string[] {
  const glue = addresses.map((address, at) => `${names[at]}. ${ttl} IN A ${address}`);
  return [...names.map((name) => `${owner} ${ttl} IN NS ${name}.`), ...glue];
}

function withDisagreement(state: DnsState, fault: Fault): DnsState {
  if (fault.kind !== 'disagree') return state;
  const { [fault.type]: _, ...others } = state.records[fault.name] ?? {};
  const changed = fault.values.length === 0 ? others : { ...others, [fault.type]: fault.values };
  return { ...state, records: { ...state.records, [fault.name]: changed } };
}

const tldNames = (tld: string) => [`a.nic.${tld}`, `b.nic.${tld}`];
const tldOf = (name: string) => name.split('.').at(-1) ?? name;
const parentOf = (name: string) => name.split('.').slice(1).join('.');
