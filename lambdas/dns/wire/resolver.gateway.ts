import { randomInt } from 'node:crypto';
import { canonicalName, isQueryableName } from '../../../contract/domain-name.ts';
import type { DnsAnswer, QueryType, Resolve } from '../../shared/net/resolve.ts';
import { omit } from '../../shared/rows/omit.ts';
import { exchange, type NameServer, parseNameServer } from './exchange.gateway.ts';

export interface QuestionLimits {
  /** For one try at one server. A recursive server that was too slow has the answer in its cache at the next try. */
  tryMs?: number;
  /** For one query over all tries: the longest chain has 8 queries, 8 x 3 s = 24 s of a step's 30 s. */
  totalMs?: number;
}

export interface DnsResolverOptions extends QuestionLimits {
  /** Recursive servers as `address:port`, asked in this order. */
  nameServers: readonly string[];
}

/** Silent servers are queried once more; one that returned an error is not, because it would repeat it. */
const ROUNDS = 2;
/** A timer may fire a moment early: the remaining time is too short for another try. */
const MIN_TRY_MS = 5;

/** Queries DNS. A network failure is always an answer of kind `failure`, never an exception. */
export function dnsResolver(options: DnsResolverOptions): Resolve {
  return dnsResolverWithin(options)(Number.POSITIVE_INFINITY, options);
}

/** The same for several queries within one budget: a query without an answer when the budget ends is a `failure`. */
export function dnsResolverWithin({
  nameServers,
}: Pick<DnsResolverOptions, 'nameServers'>): (budgetMs: number, limits?: QuestionLimits) => Resolve {
  const servers = nameServers.map(parseNameServer);
  return (budgetMs, { tryMs = 1_500, totalMs = 3_000 } = {}) => {
    const budgetEndsAt = performance.now() + budgetMs;
    return async (name, type) => {
      const owner = canonicalName(name);
      if (!isQueryableName(owner)) return failure(servers[0], 'the name cannot be asked for');
      return askInOrder(servers, owner, type, tryMs, Math.min(performance.now() + totalMs, budgetEndsAt));
    };
  };
}

async function askInOrder(
  servers: NameServer[],
  name: string,
  type: QueryType,
  tryMs: number,
  endsAt: number,
): Promise<DnsAnswer> {
  let last = failure(servers[0], 'no time was left to ask');
  const answeredWithError = new Set<NameServer>();
  for (const server of Array.from({ length: ROUNDS }, () => servers).flat()) {
    const leftMs = endsAt - performance.now();
    if (leftMs < MIN_TRY_MS || answeredWithError.has(server)) continue;
    const result = await exchange(server, { id: randomInt(65_536), name, type }, Math.min(tryMs, leftMs));
    if ('reply' in result) {
      const reply = omit(result.reply, 'truncated', 'isAuthoritative', 'additional');
      if (reply.kind !== 'failure') return { ...reply, server: server.label };
      answeredWithError.add(server);
      last = { ...reply, server: server.label };
    } else if (last.rcode === undefined) {
      last = failure(server, result.silence);
    }
  }
  return last;
}

function failure(server: NameServer | undefined, reason: string): DnsAnswer {
  return { kind: 'failure', records: [], server: server?.label ?? '', reason };
}
