import { serverChecker } from '../checks/look-at-server.ts';
import { isTestTenant } from '../model/accounts/tenant.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { scriptedWorld } from '../test-mode/scripted-world.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import { type KnownServers, openRecords } from './records.wiring.ts';

/** Of a check's 7.5 s; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;

/** Checks of a domain on request; in test mode, answers from its story. */
export function openDomainChecks<R extends NetEdges & { servers: KnownServers }>(rows: R) {
  const { settings, servers, resolveWithin, openNet } = rows;
  const records = openRecords(rows);
  const worldOf = (domain: Domain, now: Date) => scriptedWorld(() => ({ domain, now }));
  return lazily(
    {
      lookAtRecords: () => async (domain: Domain, now: Date, budgetMs: number) =>
        isTestTenant(domain.organizationId)
          ? worldOf(domain, now).lookAtCname(domain, now)
          : records.lookAtRecords(domain, now, budgetMs),
      lookAtServer: () => async (domain: Domain, now: Date, budgetMs: number) => {
        if (isTestTenant(domain.organizationId)) {
          const seen = await worldOf(domain, now).lookAtServer(domain, now);
          return servers.get ? seen : omit(seen, 'machines');
        }
        // Each check has its own resolver, because the time budget begins when it is created.
        const net = openNet(resolveWithin(ADDRESS_BUDGET_MS));
        return serverChecker({ net, settings, servers })(domain, now, budgetMs);
      },
    },
    records,
  );
}
