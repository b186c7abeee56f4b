import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { QueryType } from '../../shared/net/resolve.ts';
import { dnsResolverWithin } from '../wire/resolver.gateway.ts';
import { queryBudget } from './dns-reader.ts';
import { SilentZones, ZoneCuts } from './known-zones.ts';
import { recursiveAnswer, type ServerAnswer } from './server-answer.ts';
import { findZone, nameServerClient } from './zone-walk.gateway.ts';

const MAX_QUESTIONS = 25;

/** What each name server that the parent zone lists says about a name; empty if nobody knows the servers. */
export type QueryEveryServer = (name: string, type: QueryType) => Promise<ServerAnswer[]>;

/**
 * Walks from the roots down, without a cache, within this many milliseconds. Without root servers a recursive one answers for
 * all. Never rejects.
 */
export function everyServerClient(
  { rootServers, nameServers, nameServerEndpoints }: Pick<Settings, 'rootServers' | 'nameServers' | 'nameServerEndpoints'>,
  budgetMs: number,
): QueryEveryServer {
  const clockMs = () => performance.now();
  const ask = nameServerClient(nameServerEndpoints ? { endpoints: nameServerEndpoints } : {});
  const resolve = dnsResolverWithin({ nameServers })(budgetMs);
  return async (name, type) => {
    if (rootServers.length === 0) return [recursiveAnswer(type, await resolve(name, type))];
    const budget = queryBudget({ questions: MAX_QUESTIONS, ms: budgetMs }, clockMs);
    const cuts = new ZoneCuts(rootServers, clockMs);
    const { servers, stuck } = await findZone({ ask, cuts, silent: new SilentZones(clockMs), resolve }, name, budget);
    if (stuck.length > 0) return [];
    return Promise.all(servers.map(async (server) => (await ask(server, { name, type }, budget)).answer));
  };
}
