import * as z from 'zod/mini';
import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { Actor, type AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { DUE_REKEYING_PARTITION, keys } from '../../shared/table/keys.ts';
import type { Item, Table, Write } from '../../shared/table/table.store.ts';

/** The progress of new keys for the domains of a revoked machine. */
export const Rekeying = z.object({
  organizationId: z.string(),
  serverId: z.int(),
  machineId: z.string(),
  by: Actor,
  requestedAt: z.string(),
  /** The record that this pass has reached; absent at its beginning. */
  before: z.optional(z.string()),
  /** A domain of this pass is not done: another pass follows. */
  isUnfinished: z.boolean(),
  stepDueAt: z.string(),
});
export type Rekeying = z.infer<typeof Rekeying>;

const nobodyWentOnSince = 'stepDueAt = :seen';

export function rekeyingStore(table: Table) {
  return {
    /** For a transaction. Restarts a rekeying in progress, which changes nothing for its finished domains. */
    beginWrite(rekeying: Rekeying): Write {
      return table.putWrite(itemOf(rekeying));
    },

    /** The same for a machine that was revoked before. */
    async begin(rekeying: Rekeying, audit: AuditEntry): Promise<void> {
      await table.transact([table.putWrite(itemOf(rekeying)), auditWrite(table, audit)]);
    },

    async get(organizationId: string, serverId: number, machineId: string): Promise<Rekeying | undefined> {
      const item = await table.get(keys.rekeying(organizationId, serverId, machineId));
      return item && Rekeying.parse(item);
    },

    /** Throws LostRace if another run was faster. */
    async replace({ stepDueAt }: Rekeying, after: Rekeying): Promise<void> {
      await table.transact([table.putWrite(itemOf(after), { expression: nobodyWentOnSince, values: { ':seen': stepDueAt } })]);
    },

    /** Throws LostRace if another run was faster. */
    async end({ organizationId, serverId, machineId, stepDueAt }: Rekeying): Promise<void> {
      const condition = { expression: nobodyWentOnSince, values: { ':seen': stepDueAt } };
      await table.transact([table.deleteWrite(keys.rekeying(organizationId, serverId, machineId), condition)]);
    },

    /** One Query of the due index, which has keys only and may lag. */
    async due(now: Date): Promise<{ organizationId: string; serverId: number; machineId: string }[]> {
      const { items } = await table.query({
        IndexName: TABLE_SHAPE.byDue.name,
        KeyConditionExpression: 'duePk = :due AND stepDueAt <= :now',
        values: { ':due': DUE_REKEYING_PARTITION, ':now': now.toISOString() },
      });
      return items.map(machineIn);
    },
  };
}
export type RekeyingStore = ReturnType<typeof rekeyingStore>;

/** Parses `keys.rekeying`. */
function machineIn({ pk, sk }: Item) {
  const [, organizationId = '', serverId] = String(pk).split('#');
  return { organizationId, serverId: Number(serverId), machineId: String(sk) };
}

function itemOf(rekeying: Rekeying) {
  const { organizationId, serverId, machineId } = rekeying;
  return { ...keys.rekeying(organizationId, serverId, machineId), duePk: DUE_REKEYING_PARTITION, ...rekeying };
}
