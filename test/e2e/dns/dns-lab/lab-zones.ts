// The zones of the lab and their servers. Delegations have no port: all servers use the same port on different loopback
// addresses.

export const ADDRESSES = { root: '127.0.0.70', tld: '127.0.0.71', first: '127.0.0.72', second: '127.0.0.73' } as const;
export type Place = keyof typeof ADDRESSES;
/** The servers of the zones below `test`. */
export const ZONE_SERVERS = ['first', 'second'] as const;
export type ZoneServer = (typeof ZONE_SERVERS)[number];

/**
 * How a zone is signed. `right`: valid; `expired`: valid until yesterday; `bogus`: a record was changed after signing;
 * `missing-key`: the parent's DS is for a key that the zone lacks.
 */
export type Signed = 'not' | 'right' | 'expired' | 'bogus' | 'missing-key';
export interface LabZone {
  signed: Signed;
  /** Lines of the zone file besides SOA and NS. */
  lines: string[];
  /** `absent`: its servers do not have the zone and answer REFUSED. `broken`: they cannot load it and answer SERVFAIL. */
  trouble?: 'absent' | 'broken';
  /** The delegation at the parent, by server name, if not the usual one. */
  registered?: Record<string, string>;
  /** The NS records of the zone itself, if they differ from the delegation. */
  own?: string[];
}

/** An address without a server. */
export const NOBODY = '127.0.0.74';
const SILENT = { signed: 'not', lines: [], trouble: 'absent', registered: { 'nobody.servers.test.': NOBODY } } satisfies LabZone;
const WWW = ['www A 203.0.113.10', 'alias CNAME www'];

/** Below `test`, by name. */
export const LAB_ZONES = {
  'plain.test': { signed: 'not', lines: WWW },
  'signed.test': { signed: 'right', lines: WWW },
  'bogus.test': { signed: 'bogus', lines: WWW },
  'expired.test': { signed: 'expired', lines: WWW },
  'missing-key.test': { signed: 'missing-key', lines: WWW },
  'lame.test': { signed: 'not', lines: WWW, trouble: 'absent' },
  'servfail.test': { signed: 'not', lines: WWW, trouble: 'broken' },
  'silent.test': SILENT,
  'alias.test': { signed: 'not', lines: WWW },
  'other-alias.test': SILENT,
  'private.test': { signed: 'not', lines: [], trouble: 'absent', registered: { 'ns.private.test.': '10.0.0.53' } },
  'moved.test': { signed: 'not', lines: WWW, own: ['ns1.new-provider.test.', 'ns2.new-provider.test.'] },
  'servers.test': { signed: 'not', lines: ZONE_SERVERS.map((server) => `${server} A ${ADDRESSES[server]}`) },
} satisfies Record<string, LabZone>;
export type LabZoneName = keyof typeof LAB_ZONES;
export const LAB_ZONE_NAMES = Object.keys(LAB_ZONES) as LabZoneName[];

const SERVER_NAMES = ZONE_SERVERS.map((server) => `${server}.servers.test.`);

export function zoneText(origin: LabZoneName, lines: string[], serial: number): string {
  return text(origin, labZone(origin).own ?? SERVER_NAMES, lines, serial);
}

export function labZone(name: LabZoneName): LabZone {
  return LAB_ZONES[name];
}

/** `ds`: DS records of the signed zones. */
export function tldText(ds: string[]): string {
  const usual = Object.fromEntries(ZONE_SERVERS.map((server, at) => [SERVER_NAMES[at], ADDRESSES[server]]));
  const registered = LAB_ZONE_NAMES.map((zone): [string, Record<string, string>] => [zone, labZone(zone).registered ?? usual]);
  const delegations = registered.flatMap(([zone, servers]) => Object.keys(servers).map((server) => `${zone}. NS ${server}`));
  const glue = Object.entries(Object.assign({}, ...registered.map(([, servers]) => servers)));
  const addresses = glue.map(([server, address]) => `${server} A ${address}`);
  return text('test', ['a.nic.test.'], [`a.nic A ${ADDRESSES.tld}`, ...delegations, ...addresses, ...ds], 1);
}

export function rootText(ds: string[]): string {
  const lines = [`a.root A ${ADDRESSES.root}`, 'test NS a.nic.test.', `a.nic.test A ${ADDRESSES.tld}`, ...ds];
  return text('', ['a.root.'], lines, 1);
}

/** TTLs of a second: caches expire before a test queries again. */
function text(origin: string, servers: string[], lines: string[], serial: number): string {
  const soa = `@ SOA ${servers[0]} hostmaster.servers.test. ${serial} 3600 600 86400 1`;
  return [`$ORIGIN ${origin}.`, '$TTL 1', soa, ...servers.map((server) => `@ NS ${server}`), ...lines, ''].join('\n');
}
