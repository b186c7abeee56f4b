import { portalViewStore } from '../model/domains/portal-view.store.ts';
import { openChecks } from './checks.wiring.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

/** What the portal has. No owner of a hostname is told of servers, nor whether their machines are silent. */
export function openPortal<R extends Rows & NetEdges>(rows: R) {
  return lazily(
    { portalViews: () => portalViewStore(rows.table) },
    openChecks(rows, { ownerOfLabel: (label: string) => rows.servers.ownerOfLabel(label) }),
  );
}
export type PortalPorts = ReturnType<typeof openPortal<Rows & NetEdges>>;
