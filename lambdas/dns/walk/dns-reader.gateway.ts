import { randomInt } from 'node:crypto';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { QueryType } from '../../shared/net/resolve.ts';
import { exchange, parseNameServer } from '../wire/exchange.gateway.ts';
import type { DnsReply } from '../wire/message.ts';
import { dnsResolverWithin } from '../wire/resolver.gateway.ts';
import {
  type DnsReader,
  haveSameCname,
  type NameAtZone,
  type OpenDnsReader,
  type Opinion,
  type QueryBudget,
  queryBudget,
  recursiveReader,
  type ServerView,
  serverView,
} from './dns-reader.ts';
import { SilentZones, ZoneCuts } from './known-zones.ts';
import { isUsable, negativeTtlIn, type ServerAnswer, type ZoneServer } from './server-answer.ts';
import { findZone, nameServerClient, shuffleServers, type WalkPorts, type Zone } from './zone-walk.gateway.ts';

/** Zones usually have two to four servers; more are not queried. */
const MAX_SERVERS = 4;
/** If these agree on a CNAME, the other servers are not queried. */
const ASKED_FIRST = 2;
const ADDRESS_TYPES = ['A', 'AAAA'] as const;

/**
 * Reads a name's CNAME from the servers of its own zone, and addresses instead of it or beside it. A name with a CNAME has
 * nothing else, and its server returns the CNAME for any type (RFC 1034, section 4.3.2). So one server is queried for A and
 * another for AAAA, and only one that has addresses, or fails, is queried for the CNAME itself. The other server resolves what
 * one of them leaves open.
 */
function nameReader(ports: ReaderPorts) {
  return async (name: string): Promise<NameAtZone> => {
    const found = await findZone(ports, name, ports.budget);
    const { zone, servers } = found;
    const nameServers = servers.map((server) => server.name);
    if (found.stuck.length > 0) return { name, zone, nameServers, views: found.stuck.map((answer) => serverView([answer])) };
    const [first = [], others = []] = inTwoGroups(found);
    const typesOf = (place: number): QueryType[] => (first.length === 1 ? [...ADDRESS_TYPES] : [place === 0 ? 'A' : 'AAAA']);
    const asked = await Promise.all(first.map((server, place) => lookAtServer(ports, server, name, typesOf(place), found)));
    const open = ADDRESS_TYPES.filter(
      (type) => !asked.some(({ answers }) => answers.some((said) => said.type === type && isUsable(said))),
    );
    const answering = open.length > 0 ? asked.findIndex(isUsable) : -1;
    const views = await Promise.all(
      asked.map(async (view, place) => {
        const server = first[place];
        return place === answering && server ? mergeViews(view, await lookAtServer(ports, server, name, open, found)) : view;
      }),
    );
    const isSettled = views.every((view) => view.cname !== undefined && view.addresses.length === 0 && sameAs(views, view));
    const rest = isSettled ? [] : await Promise.all(others.map((server) => lookAtServer(ports, server, name, ['CNAME'], found)));
    return { name, zone, nameServers, views: [...views, ...rest] };
  };
}

function mergeViews(view: ServerView, { answers }: ServerView): ServerView {
  return serverView(nonEmpty([...view.answers, ...answers]));
}

function sameAs([first]: readonly ServerView[], view: ServerView): boolean {
  return first !== undefined && haveSameCname(first, view);
}

/** The server that has already answered on the way comes first. */
function inTwoGroups({ servers, arrivedAt }: Zone): [ZoneServer[], ZoneServer[]] {
  const others = shuffleServers(servers.filter((server) => server !== arrivedAt?.server));
  const all = [...(arrivedAt ? [arrivedAt.server] : []), ...others].slice(0, MAX_SERVERS);
  return [all.slice(0, ASKED_FIRST), all.slice(ASKED_FIRST)];
}

/** Its answer about the name from the walk is not requested again. */
async function lookAtServer(
  { ask, budget }: ReaderPorts,
  server: ZoneServer,
  name: string,
  types: readonly QueryType[],
  { arrivedAt }: Pick<Zone, 'arrivedAt'>,
): Promise<ServerView> {
  const said = arrivedAt?.server === server ? arrivedAt.answer : undefined;
  const answers = await Promise.all(
    types.map(async (type) => (said?.type === type ? said : (await ask(server, { name, type }, budget)).answer)),
  );
  const isPlain = answers.every((answer) => answer.type === 'CNAME' || !needsCname(answer));
  const more = isPlain ? [] : [(await ask(server, { name, type: 'CNAME' }, budget)).answer];
  return serverView(nonEmpty([...answers, ...more]));
}

function needsCname(answer: ServerAnswer): boolean {
  const hasCname = answer.records.some(({ type }) => type === 'CNAME');
  return answer.said === 'servfail' || (isUsable(answer) && answer.records.length > 0 && !hasCname);
}

function nonEmpty(answers: readonly ServerAnswer[]): [ServerAnswer, ...ServerAnswer[]] {
  const [first, ...others] = answers;
  if (!first) throw new Error('a server is asked at least one question');
  return [first, ...others];
}

/** A recursive server walks strangers' zones itself, with its own time-outs. */
const TRY_MS = 2_500;

/** Queries one resolver once. On failure, queries again without validation, which tells a DNSSEC error from a server failure. */
async function opinionOf(label: string, name: string, budget: QueryBudget): Promise<Opinion> {
  const server = parseNameServer(label);
  const ask = async (manner: 'recursive' | 'unchecked'): Promise<DnsReply | undefined> => {
    if (!budget.take()) return undefined;
    const question = { id: randomInt(65_536), name, type: 'CNAME' as const, manner };
    const result = await exchange(server, question, Math.min(TRY_MS, budget.leftMs()));
    return 'reply' in result ? result.reply : undefined;
  };
  const reply = await ask('recursive');
  if (!reply) return { server: label, kind: 'silent' };
  const { extendedError } = reply;
  switch (reply.kind) {
    case 'answer':
      return { server: label, kind: 'records', records: reply.records.filter((record) => record.name === name) };
    case 'no-data':
    case 'nxdomain':
      return { server: label, kind: 'absent', seconds: negativeTtlIn(reply) ?? 0 };
    case 'failure': {
      const unchecked = await ask('unchecked');
      const kind = unchecked && unchecked.kind !== 'failure' ? 'dnssec' : 'failed';
      return { server: label, kind, ...(extendedError && { extendedError }) };
    }
  }
}

/** Per reader, including the delegations that are not cached yet. */
const MAX_QUESTIONS = 25;

/** Milliseconds for one try at a name server, and until the next server is queried in parallel. */
export interface QueryTimeouts {
  tryMs?: number;
  graceMs?: number;
}

type ReaderSettings = Pick<Settings, 'rootServers' | 'nameServers' | 'nameServerEndpoints'>;

/**
 * Reads the zones' own name servers, found from the roots down. The process caches the delegations on the way, and the zones
 * whose servers are silent. Without root servers only the recursive ones are queried, and their cached answers count.
 */
export function dnsReaders(
  { rootServers, nameServers, nameServerEndpoints }: ReaderSettings,
  patience: QueryTimeouts = {},
): OpenDnsReader {
  const clockMs = () => performance.now();
  const resolveWithin = dnsResolverWithin({ nameServers });
  if (rootServers.length === 0) return (budgetMs) => recursiveReader(resolveWithin(budgetMs));
  const cuts = new ZoneCuts(rootServers, clockMs);
  const silent = new SilentZones(clockMs);
  const ask = nameServerClient({ ...patience, ...(nameServerEndpoints && { endpoints: nameServerEndpoints }) });
  return (budgetMs) => {
    const budget = queryBudget({ questions: MAX_QUESTIONS, ms: budgetMs }, clockMs);
    return walkingReader({ ask, cuts, silent, resolve: resolveWithin(budgetMs), budget, ...patience }, nameServers);
  };
}

interface ReaderPorts extends WalkPorts {
  budget: QueryBudget;
}

function walkingReader(ports: ReaderPorts, validators: readonly string[]): DnsReader {
  const { budget } = ports;
  return {
    resolve: ports.resolve,
    lookAtName: nameReader(ports),
    opinions: (name) => opinions(validators, name, budget),
    async ownNameServers(name) {
      const { zone, servers, stuck } = await findZone(ports, name, budget);
      const [server] = shuffleServers(servers);
      if (!server || stuck.length > 0 || zone === '') return;
      const question = { name: zone, type: 'NS' as const };
      const { said, records } = (await ports.ask(server, question, budget)).answer;
      return said === 'records' ? records.map(({ value }) => value).sort() : undefined;
    },
  };
}

async function opinions(validators: readonly string[], name: string, budget: QueryBudget): Promise<Opinion[]> {
  const [first, ...others] = validators;
  if (first === undefined) return [];
  const opinion = await opinionOf(first, name, budget);
  if (opinion.kind === 'records') return [opinion];
  return [opinion, ...(await Promise.all(others.map((validator) => opinionOf(validator, name, budget))))];
}
