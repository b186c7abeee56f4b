import { looksAtServer } from '../checks/look-at-server.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isMagic } from '../model/domains/domain-time.ts';
import { omit } from '../shared/rows/omit.ts';
import { scriptedWorld } from '../stories/scripted-world.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import { type KnownServers, openRecords } from './records.wiring.ts';

/** Of the 7.5 s that a check has for all it asks; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;

/** What checks a domain when somebody asks for it; in test mode, what its story says. */
export function openDomainChecks<R extends NetEdges & { servers: KnownServers }>(rows: R) {
  const { settings, servers, resolveWithin, openNet } = rows;
  const records = openRecords(rows);
  const worldOf = (domain: Domain, now: Date) => scriptedWorld(() => ({ domain, now }));
  return lazily(
    {
      lookAtRecords: () => async (domain: Domain, now: Date, budgetMs: number) =>
        isMagic(domain) ? worldOf(domain, now).lookAtCname(domain, now) : records.lookAtRecords(domain, now, budgetMs),
      lookAtServer: () => async (domain: Domain, now: Date, budgetMs: number) => {
        if (isMagic(domain)) {
          const seen = await worldOf(domain, now).lookAtServer(domain, now);
          return servers.get ? seen : omit(seen, 'machines');
        }
        // The budget begins when the resolver is made: each check has its own.
        const net = openNet(resolveWithin(ADDRESS_BUDGET_MS));
        return looksAtServer({ net, settings, servers })(domain, now, budgetMs);
      },
    },
    records,
  );
}
