import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { Resolve } from '../../shared/net/resolve.ts';
import { dnsResolverWithin } from '../wire/resolver.gateway.ts';
import { asksNameServers } from './ask-name-server.gateway.ts';
import type { DnsLook, OpenDnsLook } from './dns-look.ts';
import { lookAtName } from './look-at-name.gateway.ts';
import { type LookBudget, lookBudget } from './look-budget.ts';
import { recursiveLook } from './recursive-look.ts';
import { opinionOf } from './second-opinion.gateway.ts';
import type { Opinion } from './second-opinion.ts';
import { ZoneCuts } from './zone-cuts.ts';
import { answerOf, askServer, findZone, inTurn, type WalkPorts } from './zone-walk.gateway.ts';

/** Of one look, delegations that are not known yet included. */
const MOST_QUESTIONS = 25;

/** For one try at a name server, and until the next one is asked beside it: milliseconds. */
export interface Patience {
  tryMs?: number;
  graceMs?: number;
}

type LookSettings = Pick<Settings, 'rootServers' | 'nameServers' | 'nameServerEndpoints'>;

/**
 * Looks at the name servers of the zones themselves, found from the roots down; the delegations on the way are remembered by the process.
 * Without root servers only the recursive ones are asked, and what they remember is what there is.
 */
export function dnsLooks({ rootServers, nameServers, nameServerEndpoints }: LookSettings, patience: Patience = {}): OpenDnsLook {
  const clockMs = () => performance.now();
  const resolveWithin = dnsResolverWithin({ nameServers });
  if (rootServers.length === 0) return (budgetMs) => recursiveLook(resolveWithin(budgetMs));
  const cuts = new ZoneCuts(rootServers, clockMs);
  const ask = asksNameServers({ ...patience, ...(nameServerEndpoints && { endpoints: nameServerEndpoints }) });
  return (budgetMs) => {
    const budget = lookBudget({ questions: MOST_QUESTIONS, ms: budgetMs }, clockMs);
    return walkingLook({ ask, cuts, resolve: resolveWithin(budgetMs), ...patience }, nameServers, budget);
  };
}

function walkingLook(ports: WalkPorts & { resolve: Resolve }, validators: readonly string[], budget: LookBudget): DnsLook {
  return {
    resolve: ports.resolve,
    lookAtName: (name) => lookAtName(ports, name, budget),
    opinions: (name) => opinions(validators, name, budget),
    async ownNameServers(name) {
      const { zone, servers, stuck } = await findZone(ports, name, budget);
      const [server] = inTurn(servers);
      if (!server || stuck.length > 0 || zone === '') return;
      const question = { name: zone, type: 'NS' as const };
      const { label, result } = await askServer(ports.ask, server, question, budget);
      const { said, records } = answerOf(label, question, result);
      return said === 'records' ? records.map(({ value }) => value).sort() : undefined;
    },
  };
}

async function opinions(validators: readonly string[], name: string, budget: LookBudget): Promise<Opinion[]> {
  const [first, ...others] = validators;
  if (first === undefined) return [];
  const opinion = await opinionOf(first, name, budget);
  if (opinion.kind === 'records') return [opinion];
  return [opinion, ...(await Promise.all(others.map((validator) => opinionOf(validator, name, budget))))];
}
