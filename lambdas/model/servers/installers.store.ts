import type { Table } from '../../shared/table/table.store.ts';
import { workListStore } from '../aws-servers/work-list.store.ts';
import { certificateStore } from './certificate.store.ts';
import type { InstallerPorts } from './installer.ts';
import { managedTenantStore } from './managed-tenant.store.ts';
import { serverStore } from './server.store.ts';

/** The ports of all types of installers, for callers that install or remove certificates. */
export function installerPorts(table: Table, newEventId: () => string) {
  const [certificates, servers] = [certificateStore(table), serverStore(table)];
  const installers: InstallerPorts = {
    agent: { certificates, servers },
    aws: { work: workListStore(table), certificates, tenants: managedTenantStore(table), newEventId },
  };
  return { certificates, servers, installers };
}
