import { type Answer, AUTHORITATIVE_ANSWER, type Packet } from 'dns-packet';
import { type Behaviour, type LoopbackNameServer, nameServerOnLoopback, response } from '../wire/name-server-on-loopback.ts';

/** A test zone: its records and its servers. The addresses are fictitious; each is a name server on loopback. */
export interface TestZone {
  /** By server name: its address; `is` for a faulty server; `has` for its own records. */
  servers: Record<string, { address: string; is?: 'lame' | 'silent' | 'servfail'; has?: TestRecords; answers?: Behaviour }>;
  has: TestRecords;
  /** The parent zone has no glue for its servers. */
  isGlueless?: true;
  /** The only servers with glue. */
  glue?: string[];
  /** Its own NS records, if they differ. */
  ownServers?: string[];
}
/** Values by `TYPE name`. */
type TestRecords = Record<string, string[]>;

export interface DnsTree extends AsyncDisposable {
  rootServers: string[];
  nameServerEndpoints: Record<string, string>;
  /** The number of queries to all name servers, or to one. */
  questions(address?: string): number;
}

const MINIMUM_TTL = 30;
const RCODE = { servfail: 2, nxdomain: 3, refused: 5 };

/** Starts name servers for these zones (`''` is the root), each on its own port, with delegations between them. */
export async function dnsTree(zones: Record<string, TestZone>): Promise<DnsTree> {
  const running = new Map<string, LoopbackNameServer>();
  for (const [zone, { servers, has }] of Object.entries(zones))
    for (const { address, is, has: own, answers } of Object.values(servers)) {
      if (running.has(address)) continue;
      const serve = answers ?? ((query: Packet) => answer(query, zone, own ?? has, zones));
      running.set(address, await nameServerOnLoopback(failing(is) ?? serve));
    }
  return {
    rootServers: Object.values(zones['']?.servers ?? {}).map(({ address }) => address),
    nameServerEndpoints: Object.fromEntries([...running].map(([address, { label }]) => [address, label])),
    questions: (address) =>
      [...running]
        .filter(([each]) => address === undefined || each === address)
        .reduce((sum, [, { queries }]) => sum + queries.length, 0),
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

function failing(is: 'lame' | 'silent' | 'servfail' | undefined): Behaviour | undefined {
  if (is === undefined) return undefined;
  if (is === 'silent') return () => undefined;
  return (query) => response(query, { flags: is === 'lame' ? RCODE.refused : RCODE.servfail });
}

function answer(query: Packet, zone: string, has: TestRecords, zones: Record<string, TestZone>): Buffer {
  const { name = '', type = 'A' } = query.questions?.[0] ?? {};
  const child = Object.keys(zones)
    .filter((each) => each !== zone && isIn(name, each) && isIn(each, zone))
    .sort((one, other) => one.length - other.length)[0];
  if (child !== undefined) return referral(query, child, zones[child]);
  const found = has[`CNAME ${name}`] ? 'CNAME' : type;
  const values = type === 'NS' && name === zone ? ownServers(zones[zone]) : (has[`${found} ${name}`] ?? []);
  const answers = values.map((data): Answer => ({ type: found, name, ttl: 60, data }) as Answer);
  if (answers.length > 0) return response(query, { flags: AUTHORITATIVE_ANSWER, answers });
  const exists = Object.keys(has).some((key) => isIn(key.split(' ')[1] ?? '', name)) || name === zone;
  return response(query, { flags: AUTHORITATIVE_ANSWER | (exists ? 0 : RCODE.nxdomain), authorities: [soa(zone)] });
}

function referral(query: Packet, child: string, zone: TestZone | undefined): Buffer {
  const servers = Object.entries(zone?.servers ?? {});
  return response(query, {
    authorities: servers.map(([data]): Answer => ({ type: 'NS', name: child, ttl: 3_600, data })),
    additionals: zone?.isGlueless
      ? []
      : servers
          .filter(([name]) => zone?.glue?.includes(name) ?? true)
          .map(([name, { address }]): Answer => ({ type: 'A', name, ttl: 3_600, data: address })),
  });
}

function ownServers(zone: TestZone | undefined): string[] {
  return zone?.ownServers ?? Object.keys(zone?.servers ?? {});
}

function soa(zone: string): Answer {
  const data = { mname: 'ns.test', rname: 'admin.test', serial: 1, refresh: 60, retry: 60, expire: 60, minimum: MINIMUM_TTL };
  return { type: 'SOA', name: zone, ttl: 300, data };
}

function isIn(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}
