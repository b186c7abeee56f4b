import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { organizationSlotsStore } from '../../shared/slots/organization-slots.store.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';

/** The stores of a check of DNS. */
export function dnsStores(table: Table) {
  return {
    servers: serverStore(table),
    claims: claimStore(table),
    portals: portalStore(table),
    slots: organizationSlotsStore(table, keys.dnsSlots),
  };
}
