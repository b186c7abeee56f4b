import { testClockReads } from '../model/accounts/test-clock.store.ts';
import { claimStore } from '../model/domains/claim.store.ts';
import { domainStore } from '../model/domains/domain.store.ts';
import { portalViewStore } from '../model/domains/portal-view.store.ts';
import { serverReads } from '../model/servers/server.store.ts';
import { actionStore } from '../shared/table/action.store.ts';
import { openDomainChecks } from './domain-checks.wiring.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';

/** The ports of the public portal: only these of the service's stores. */
export function openPortal<E extends NetEdges>(edges: E) {
  const { table, newId, newToken } = edges;
  const stores = lazily(
    {
      actionCounts: () => actionStore(table, newToken),
      claims: () => claimStore(table),
      domains: () => domainStore(table, { newId }),
      portalViews: () => portalViewStore(table),
      // Owners of hostnames must not learn servers' names or machines' silence.
      servers: () => ({ ownerOfLabel: serverReads(table).ownerOfLabel }),
      testClock: () => testClockReads(table),
    },
    edges,
  );
  return openDomainChecks(stores);
}
export type PortalPorts = ReturnType<typeof openPortal<NetEdges>>;
