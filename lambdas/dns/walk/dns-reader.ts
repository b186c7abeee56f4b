import type { DnsAnswer, DnsRecord, ExtendedError, Resolve } from '../../shared/net/resolve.ts';
import { isUsable, type QueryResult, recursiveAnswer, type ServerAnswer } from './server-answer.ts';

/** The answers of one of the zone's name servers about a name. */
export interface ServerView {
  server: string;
  said: QueryResult;
  cname?: string;
  /** The A and AAAA records of that very name: instead of the CNAME, or beside it. */
  addresses: readonly DnsRecord[];
  answers: readonly ServerAnswer[];
}

/** The answers of the zone's name servers about a name. */
export interface NameAtZone {
  name: string;
  /** Empty if the zone was not found. */
  zone: string;
  /** As the parent zone lists them. */
  nameServers: readonly string[];
  /** One per queried server; at least one. */
  views: readonly ServerView[];
}

/** All answers of one server about a name. The first records decide; an error counts only if there are none. */
export function serverView(answers: readonly [ServerAnswer, ...ServerAnswer[]]): ServerView {
  const [{ server }] = answers;
  const records = answers.flatMap((answer) => answer.records);
  const cname = records.find(({ type }) => type === 'CNAME')?.value;
  const addresses = records.filter(({ type }) => type === 'A' || type === 'AAAA');
  // A server that fails for one type and answers for another was queried again for the decisive one: that is the last answer.
  const telling = records.length > 0 ? 'records' : (answers.findLast(isUsable) ?? answers[answers.length - 1] ?? answers[0]).said;
  return { server, said: telling, ...(cname !== undefined && { cname }), addresses, answers };
}

/** True when both servers give a usable answer with the same CNAME. */
export function haveSameCname(one: ServerView, other: ServerView): boolean {
  return one.cname === other.cname && isUsable(one) && isUsable(other);
}

/** One validating resolver's answer to a query for the CNAME of a name. */
export type Opinion = { server: string } & (
  | { kind: 'records'; records: readonly DnsRecord[] }
  /** How long the resolver caches the absence, in seconds from now. */
  | { kind: 'absent'; seconds: number }
  /** It refuses the zone's answer, but returns it when it is told not to check signatures. */
  | { kind: 'dnssec'; extendedError?: ExtendedError }
  | { kind: 'failed'; extendedError?: ExtendedError }
  | { kind: 'silent' }
);

/** Reads the DNS of one hostname within one budget, however many names and servers that takes. Its methods do not reject. */
export interface DnsReader {
  /** Queries the servers of the name's own zone. */
  lookAtName(name: string): Promise<NameAtZone>;
  /**
   * Queries validating resolvers for its CNAME: the first that finds it decides, otherwise all answers are returned. Empty if no
   * resolver is configured.
   */
  opinions(name: string): Promise<Opinion[]>;
  /** Returns the name servers in the zone's own NS records (not those in the parent zone); undefined if nobody answers. */
  ownNameServers(name: string): Promise<string[] | undefined>;
  resolve: Resolve;
}

/** Opens a reader that ends after this many milliseconds, whatever strangers' servers do. */
export type OpenDnsReader = (budgetMs: number) => DnsReader;

/** For callers with more time than an API response. */
export const MAX_READ_MS = 8_000;

/** Uses only recursive servers: for callers that cannot wait for the zones' own servers, or cannot reach them. */
export function recursiveReader(resolve: Resolve): DnsReader {
  return {
    resolve,
    lookAtName: async (name) => nameAt(name, await resolve(name, 'CNAME')),
    opinions: async () => [],
    ownNameServers: async () => undefined,
  };
}

function nameAt(name: string, answer: DnsAnswer): NameAtZone {
  const { records, said, ...rest } = recursiveAnswer('CNAME', answer);
  const own = records.filter((record) => record.type === 'CNAME' && record.name === name);
  return { name, zone: '', nameServers: [], views: [serverView([{ ...rest, said: resultOf(said, own), records: own }])] };
}

/** About the name itself: the answers for names further along its chain do not count. */
function resultOf(said: QueryResult, own: readonly DnsRecord[]): QueryResult {
  if (own.length > 0) return 'records';
  return said === 'records' ? 'no-data' : said;
}

/** The limits of one DNS reader, whatever strangers' name servers do: a number of queries, and a time. */
export interface QueryBudget {
  /** Takes one query from the budget; false if no query or no time is left. */
  take(): boolean;
  leftMs(): number;
}

/** A timer may fire a moment early: the remaining time is too short for a query. */
const MIN_MS = 5;

/** `clockMs`: milliseconds since any fixed moment (`performance.now`). */
export function queryBudget({ questions, ms }: { questions: number; ms: number }, clockMs: () => number): QueryBudget {
  const endsAt = clockMs() + ms;
  let taken = 0;
  const leftMs = () => Math.max(0, endsAt - clockMs());
  return {
    leftMs,
    take() {
      if (taken >= questions || leftMs() < MIN_MS) return false;
      taken += 1;
      return true;
    },
  };
}
