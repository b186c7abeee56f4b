import { randomInt } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isQueryableName } from '../../../contract/domain-name.ts';
import { isAllowedAddress } from '../../shared/net/allowed-address.ts';
import type { QueryType, Resolve } from '../../shared/net/resolve.ts';
import { exchange, type NameServer, parseNameServer } from '../wire/exchange.gateway.ts';
import type { DnsReply } from '../wire/message.ts';
import type { QueryBudget } from './dns-reader.ts';
import { referralIn, type SilentZones, type ZoneCut, type ZoneCuts } from './known-zones.ts';
import { isUsable, readServerAnswer, type ServerAnswer, type ZoneServer } from './server-answer.ts';

type Question = { name: string; type: QueryType };

/** Queries a zone's server, at its first address, for what it knows itself. Never rejects. */
type QueryNameServer = (
  server: ZoneServer,
  question: Question,
  budget: QueryBudget,
) => Promise<{ answer: ServerAnswer; reply?: DnsReply }>;

export interface AskOptions {
  /**
   * Maps an address to its real `address:port`: on a developer's machine name servers have no port 53. Addresses outside the map
   * are then not queried.
   */
  endpoints?: Readonly<Record<string, string>>;
  /** For one try; a lost packet costs one. */
  tryMs?: number;
}

const TRIES = 2;
const DNS_PORT = 53;

/**
 * Anybody can own a zone and name its servers, so only addresses on the public internet are queried, only at port 53. A Lambda
 * outside a VPC has no route over IPv6.
 */
export function nameServerClient({ endpoints, tryMs = 1_000 }: AskOptions): QueryNameServer {
  const mapped =
    endpoints && new Map(Object.entries(endpoints).map(([address, endpoint]) => [address, parseNameServer(endpoint)]));
  return async (server, { name, type }, budget) => {
    const [address] = server.addresses;
    if (address === undefined) return { answer: { server: server.name, type, records: [], ...withoutAddress(server) } };
    const base = { server: `${server.name} (${address})`, type, records: [] };
    const at = mapped ? mapped.get(address) : onTheInternet(address);
    if (!at)
      return { answer: { ...base, said: 'not-asked', reason: `never asked: ${address} is no address on the public internet` } };
    let last: ServerAnswer = { ...base, ...SPENT };
    for (let tries = 0; tries < TRIES && budget.take(); tries += 1) {
      const question = { id: randomInt(65_536), name, type, manner: 'authoritative' as const };
      const result = await exchange(at, question, Math.min(tryMs, budget.leftMs()));
      if ('reply' in result) return { answer: readServerAnswer(base.server, question, result.reply), reply: result.reply };
      last = { ...base, said: 'silent', reason: result.silence };
    }
    return { answer: last };
  };
}

const SPENT = { said: 'spent', reason: 'the questions or the time of this look were spent' } as const;

function withoutAddress({ name, lookup }: ZoneServer): Pick<ServerAnswer, 'said' | 'reason'> {
  if (lookup === 'spent') return SPENT;
  if (lookup === 'failed') return { said: 'silent', reason: `the address of ${name} could not be looked up` };
  return { said: 'not-asked', reason: `never asked: ${name} has no IPv4 address` };
}

function onTheInternet(address: string): NameServer | undefined {
  if (!isIPv4(address) || !isAllowedAddress(address, { allowLoopback: false })) return undefined;
  return { address, family: 4, port: DNS_PORT, label: `${address}:${DNS_PORT}` };
}

export interface WalkPorts {
  ask: QueryNameServer;
  cuts: ZoneCuts;
  silent: SilentZones;
  /** Finds the addresses of name servers that the parent zone omits (RFC 9471, section 2, requires them only inside the zone). */
  resolve: Resolve;
  /** After this time, the walk queries the next server in parallel. */
  graceMs?: number;
}

export interface Zone {
  /** Empty if the walk ended at the root. */
  zone: string;
  servers: readonly ZoneServer[];
  /** The server that turned out to serve the zone, and its answer about the name. */
  arrivedAt?: { server: ZoneServer; answer: ServerAnswer };
  /** Why the walk ended early: no server of `zone` could refer further. Empty if it did not. */
  stuck: readonly ServerAnswer[];
  /** An earlier check got the answers in `stuck`. */
  isRemembered?: true;
}

const MAX_CUTS_ON_THE_WAY = 10;
/** Servers queried per zone on the way down; the first that knows decides. */
const MAX_ASKED = 4;
const USUAL_GRACE_MS = 400;

type Step = { cut: ZoneCut; ttl: number } | Required<Pick<Zone, 'arrivedAt'>> | { stuck: ServerAnswer[] };

/** The zone of a name, from the nearest cached delegation down (RFC 1034, section 5.3.3), or from the root. */
export async function findZone(ports: WalkPorts, name: string, budget: QueryBudget): Promise<Zone> {
  if (!isQueryableName(name)) return { zone: '', servers: [], stuck: [notAsked('', 'the name cannot be asked for')] };
  const remembered = ports.cuts.nearest(name);
  const zone = await walkFrom(ports, remembered, name, budget);
  const isAtStart = zone.stuck.length > 0 && zone.zone === remembered.zone && zone.zone !== '';
  const found = isAtStart && !zone.isRemembered ? await walkAgain(ports, zone, name, budget) : zone;
  if (!found.isRemembered) ports.silent.learn(found.zone, found.stuck);
  return found;
}

/** The parent zone may list other servers by now. If no time is left to ask, the earlier result counts. */
async function walkAgain(ports: WalkPorts, stuck: Zone, name: string, budget: QueryBudget): Promise<Zone> {
  ports.cuts.forget(stuck.zone);
  const again = await walkFrom(ports, ports.cuts.nearest(name), name, budget);
  return again.stuck.some(({ said }) => said === 'spent') ? stuck : again;
}

async function walkFrom(ports: WalkPorts, start: ZoneCut, name: string, budget: QueryBudget): Promise<Zone> {
  let cut = start;
  for (let steps = 0; steps < MAX_CUTS_ON_THE_WAY; steps += 1) {
    const silent = ports.silent.answersOf(cut.zone);
    if (silent) return { ...cut, stuck: silent, isRemembered: true };
    const step = await stepDown(ports, cut, { name, type: 'A' }, budget);
    if ('arrivedAt' in step) return { ...cut, ...step, stuck: [] };
    if ('stuck' in step) return { ...cut, stuck: step.stuck };
    cut = await withAddresses(ports, step.cut, budget);
    // A failed address lookup is repeated by the next check.
    if (cut.servers.every(({ lookup }) => lookup === undefined)) ports.cuts.keep(cut, step.ttl);
  }
  return { ...cut, stuck: [notAsked('', 'the delegations do not end')] };
}

/**
 * Queries the servers of a zone one after the other, and starts the next one early if one is slow. The first that knows decides.
 */
async function stepDown(ports: WalkPorts, { zone, servers }: ZoneCut, question: Question, budget: QueryBudget): Promise<Step> {
  const known = new AbortController();
  const said: ServerAnswer[] = [];
  const order = shuffleServers(servers).slice(0, MAX_ASKED);
  const { promise: found, resolve: find } = Promise.withResolvers<Step>();
  const asks: Promise<void>[] = [];
  for (const server of order) {
    if (known.signal.aborted) break;
    const asked = ports.ask(server, question, budget).then(({ answer, reply }) => {
      const referral = reply && referralIn(reply, zone, question.name);
      if (referral === undefined && !isUsable(answer)) return void said.push(answer);
      find(referral ?? { arrivedAt: { server, answer } });
      known.abort();
    });
    asks.push(asked);
    await Promise.race([
      asked,
      sleep(ports.graceMs ?? USUAL_GRACE_MS, undefined, { signal: known.signal }).catch(() => undefined),
    ]);
  }
  const nobody = Promise.all(asks).then((): Step => ({ stuck: said.length > 0 ? said : [noServers(zone)] }));
  return Promise.race([found, nobody]);
}

/**
 * Adds the addresses of as many servers as are queried: the parent zone gives only those below it, and omits others that serve
 * the zone as well.
 */
async function withAddresses({ resolve }: WalkPorts, cut: ZoneCut, budget: QueryBudget): Promise<ZoneCut> {
  const servers = await Promise.all(
    shuffleServers(cut.servers)
      .slice(0, MAX_ASKED)
      .map(async (server): Promise<ZoneServer> => {
        if (server.addresses.length > 0) return server;
        if (!budget.take()) return { ...server, lookup: 'spent' };
        const { kind, records } = await resolve(server.name, 'A');
        if (kind === 'failure') return { ...server, lookup: 'failed' };
        return { ...server, addresses: records.filter(({ type }) => type === 'A').map(({ value }) => value) };
      }),
  );
  return { ...cut, servers };
}

function noServers(zone: string): ServerAnswer {
  return notAsked(zone, `no name server of ${zone === '' ? 'the root' : zone} is known`);
}

function notAsked(server: string, reason: string): ServerAnswer {
  return { server, type: 'A', said: 'not-asked', records: [], reason };
}

/** Random order, so that over several checks a deviating server is found. Servers without a known address come last. */
export function shuffleServers(servers: readonly ZoneServer[]): ZoneServer[] {
  const left = [...servers];
  const mixed = servers.flatMap(() => left.splice(randomInt(left.length), 1));
  const [known, unknown] = [true, false].map((has) => mixed.filter(({ addresses }) => addresses.length > 0 === has));
  return [...(known ?? []), ...(unknown ?? [])];
}
