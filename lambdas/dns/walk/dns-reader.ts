import type { DnsAnswer, DnsRecord, ExtendedError, Resolve } from '../../shared/net/resolve.ts';
import { isUsable, recursiveAnswer, type Said, type ServerAnswer } from './server-answer.ts';

/** What one name server of its zone has for a name. */
export interface ServerView {
  server: string;
  said: Said;
  cname?: string;
  /** A and AAAA of that very name: instead of the CNAME, or beside it. */
  addresses: readonly DnsRecord[];
  /** What it was asked, and said, in turn. */
  answers: readonly ServerAnswer[];
}

/** What the name servers of its zone have for a name. */
export interface NameAtZone {
  name: string;
  /** Empty where it was not found. */
  zone: string;
  /** As the zone above names them. */
  nameServers: readonly string[];
  /** One for each server that was asked; at least one. */
  views: readonly ServerView[];
}

/** Everything that one server said about a name. The first thing that it has decides, an error only where it has nothing. */
export function serverView(answers: readonly [ServerAnswer, ...ServerAnswer[]]): ServerView {
  const [{ server }] = answers;
  const records = answers.flatMap((answer) => answer.records);
  const cname = records.find(({ type }) => type === 'CNAME')?.value;
  const addresses = records.filter(({ type }) => type === 'A' || type === 'AAAA');
  // A server that fails for one type and answers for another was asked again for what matters: that is the last answer.
  const telling = records.length > 0 ? 'records' : (answers.findLast(isUsable) ?? answers[answers.length - 1] ?? answers[0]).said;
  return { server, said: telling, ...(cname !== undefined && { cname }), addresses, answers };
}

/** Whether two servers have the same for a name, as far as both say what they have. */
export function agree(one: ServerView, other: ServerView): boolean {
  return one.cname === other.cname && isUsable(one) && isUsable(other);
}

/** What one validating resolver gives whoever asks it for the CNAME of a name. */
export type Opinion = { server: string } & (
  | { kind: 'records'; records: readonly DnsRecord[] }
  /** Until when it remembers that: seconds from now. */
  | { kind: 'absent'; seconds: number }
  /** It refuses what the zone's servers say, and gives it when it is told not to check signatures. */
  | { kind: 'dnssec'; extendedError?: ExtendedError }
  | { kind: 'failed'; extendedError?: ExtendedError }
  | { kind: 'silent' }
);

/** Reads the DNS of one hostname, however many names and servers that takes, within one budget. Its methods do not reject. */
export interface DnsReader {
  /** What the servers of its own zone have for a name. */
  lookAtName(name: string): Promise<NameAtZone>;
  /**
   * What validating resolvers give for its CNAME: the first that gives it settles that, otherwise each is heard. None where there
   * is nobody to ask.
   */
  opinions(name: string): Promise<Opinion[]>;
  /** The name servers that the zone of a name lists itself (not those that the zone above lists); undefined where nobody says. */
  ownNameServers(name: string): Promise<string[] | undefined>;
  /** Through recursive servers. */
  resolve: Resolve;
}

/** Opens a reader that ends after so many milliseconds, whatever strangers' servers do. */
export type OpenDnsReader = (budgetMs: number) => DnsReader;

/** For whoever waits for more than an answer of the API. */
export const LONGEST_READ_MS = 8_000;

/** Reads through recursive servers alone: for whoever cannot wait for the zones' own, or reaches nothing else. */
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
  return { name, zone: '', nameServers: [], views: [serverView([{ ...rest, said: saidOf(said, own), records: own }])] };
}

/** Of the name itself: what is said further along its chain is not said of it. */
function saidOf(said: Said, own: readonly DnsRecord[]): Said {
  if (own.length > 0) return 'records';
  return said === 'records' ? 'no-data' : said;
}

/** What one reader of DNS may cost, whatever strangers' name servers do: so many questions, and so long. */
export interface QueryBudget {
  /** One question less; false when there is none left, or no time. */
  take(): boolean;
  leftMs(): number;
}

/** A timer may fire a moment early: what is left then is no time for a question. */
const SHORTEST_MS = 5;

/** `clockMs`: milliseconds from any fixed moment on (`performance.now`). */
export function queryBudget({ questions, ms }: { questions: number; ms: number }, clockMs: () => number): QueryBudget {
  const endsAt = clockMs() + ms;
  let taken = 0;
  const leftMs = () => Math.max(0, endsAt - clockMs());
  return {
    leftMs,
    take() {
      if (taken >= questions || leftMs() < SHORTEST_MS) return false;
      taken += 1;
      return true;
    },
  };
}
