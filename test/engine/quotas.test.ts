import { type QuotaRoom, toQuotaExceeded } from '../../lambdas/model/accounts/organization-limits.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { unclaimedServer } from '../../lambdas/model/servers/server.ts';
import type { AuditEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Table } from '../../lambdas/shared/table/table.store.ts';
import { briefPause } from '../../lambdas/shared/time/clock.gateway.ts';
import { onBoth, tablesOfThisFile } from './on-both.ts';

// A quota holds when many create at the same time.

tablesOfThisFile();

const NOW = new Date('2026-06-01T12:00:00Z');
const TRIES = 30;
const auditOf = (organizationId: string, what: string): AuditEntry => ({
  id: `aud_${what}`,
  at: NOW.toISOString(),
  organizationId,
  action: 'server.created',
  resource: { type: 'server', id: what },
  actor: { type: 'administrator' },
});

/** Ten concurrent creations that have all read the same rows before. Returns how many succeeded. */
async function tenAtOnce(table: Table, organizationId: string, room: QuotaRoom): Promise<number> {
  const servers = serverStore(table);
  const create = async (id: number) => {
    const server = unclaimedServer(organizationId, id, `${organizationId}label${id}`.toLowerCase(), NOW);
    await servers.create(server, auditOf(organizationId, `${id}`), room).catch((error: unknown) => {
      throw toQuotaExceeded(error, organizationId, 'servers', room.limit);
    });
  };
  const ids = Array.from({ length: 10 }, (_, at) => at + 1);
  const fates = await Promise.allSettled(ids.map((id) => againAfterLostRace(TRIES, () => create(id), briefPause)));
  const refusals = fates.flatMap((fate) => (fate.status === 'rejected' ? [fate.reason.code] : []));
  if (refusals.some((code) => code !== 'quota_exceeded')) throw new Error(`refused by ${refusals}`);
  return fates.length - refusals.length;
}

onBoth(
  'of ten that create servers at once as many succeed as there is room for, also where rows are older than their counter',
  async ({ table }) => [
    await tenAtOnce(table, 'org_New', { counted: 0, limit: 2 }),
    await tenAtOnce(table, 'org_Older', { counted: 3, limit: 5 }),
    await tenAtOnce(table, 'org_Roomy', { counted: 0, limit: 100 }),
    (await table.get(keys.resourceCounts('org_Older')))?.servers,
  ],
  [2, 2, 10, 5],
);
onBoth(
  'a server that several delete at once makes room for one',
  async ({ table }) => {
    const servers = serverStore(table);
    const made = unclaimedServer('org_Gone', 1, 'orggonelabel', NOW);
    await servers.create(made, auditOf('org_Gone', 'made'), { counted: 4, limit: 5 });
    const removals = ['a', 'b', 'c'].map((what) => servers.remove(made, auditOf('org_Gone', what)));
    const won = (await Promise.allSettled(removals)).filter(({ status }) => status === 'fulfilled').length;
    return [won, (await table.get(keys.resourceCounts('org_Gone')))?.servers];
  },
  [1, 4],
);
