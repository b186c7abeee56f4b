import { certificateStore } from '../../model/servers/certificate.store.ts';
import { formerCertificateStore } from '../../model/servers/former-certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import type { Table } from '../../shared/table/table.store.ts';

/** Where a certificate is put that was fetched from its CA: each step from the look at the order on may fetch it. */
export function downloadStores(table: Table) {
  return { certificates: certificateStore(table), formers: formerCertificateStore(table), servers: serverStore(table) };
}
