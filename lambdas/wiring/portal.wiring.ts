import { testClockReads } from '../model/accounts/test-clock.store.ts';
import { claimStore } from '../model/domains/claim.store.ts';
import { domainStore } from '../model/domains/domain.store.ts';
import { portalViewStore } from '../model/domains/portal-view.store.ts';
import { serverReads } from '../model/servers/server.store.ts';
import { actionStore } from '../shared/table/action.store.ts';
import { openDomainChecks } from './domain-checks.wiring.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';

/** What the portal has, which anybody may open: of the stores of the service only these. */
export function openPortal<E extends NetEdges>(edges: E) {
  const { table, newId, newToken } = edges;
  const stores = lazily(
    {
      actionCounts: () => actionStore(table, newToken),
      claims: () => claimStore(table),
      domains: () => domainStore(table, { newId }),
      portalViews: () => portalViewStore(table),
      // No owner of a hostname is told of servers' names, nor whether their machines are silent.
      servers: () => ({ ownerOfLabel: serverReads(table).ownerOfLabel }),
      testClock: () => testClockReads(table),
    },
    edges,
  );
  return openDomainChecks(stores);
}
export type PortalPorts = ReturnType<typeof openPortal<NetEdges>>;
