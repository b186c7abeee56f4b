import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { type ListedChange, REMOVED_KEPT_SECONDS } from './change-list.store.ts';

export interface HostnameAtServer {
  organizationId: string;
  serverId: number;
  hostname: string;
}

/**
 * Which hostnames a server's agents were told to expect. An agent passes on challenges of hostnames only that it knows, and
 * learns of others by their certificates, which a first challenge precedes.
 */
export function expectedHostnameStore(table: Table) {
  return {
    /** When they were told last. */
    async toldAt(of: HostnameAtServer): Promise<string | undefined> {
      const item = await table.get(keys.expectedHostname(of.organizationId, of.serverId, of.hostname));
      return item && String(item.toldAt);
    },

    /** Puts the hostname at the end of the changes that agents are answered, in place of where it stood since `toldAt`. */
    async list({ organizationId, serverId, hostname }: HostnameAtServer, toldAt: string | undefined, now: Date): Promise<void> {
      const change: ListedChange = { changedAt: now.toISOString(), hostname, isExpected: true };
      const keyAt = (instant: string) => keys.change(organizationId, serverId, instant, hostname);
      const item = { ...keyAt(change.changedAt), ...change, expiresAtSeconds: expirySeconds(now, REMOVED_KEPT_SECONDS) };
      if (toldAt === undefined) return table.put(item);
      await table.transact([table.putWrite(item), table.deleteWrite(keyAt(toldAt))]);
    },

    async markTold(of: HostnameAtServer, now: Date): Promise<void> {
      const key = keys.expectedHostname(of.organizationId, of.serverId, of.hostname);
      await table.put({ ...key, toldAt: now.toISOString(), expiresAtSeconds: expirySeconds(now, REMOVED_KEPT_SECONDS) });
    },
  };
}
export type ExpectedHostnameStore = ReturnType<typeof expectedHostnameStore>;
