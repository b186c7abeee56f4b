import * as z from 'zod/mini';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { keys } from '../../shared/table/keys.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Table, TableReads, Write } from '../../shared/table/table.store.ts';
import { isTestTenant } from './tenant.ts';

/** How far an organization's test clock is ahead of real time. Without an item: not at all. */
export const TestClock = storedObject({ aheadMs: z.int() });

/** Read-only, for callers that may not write. */
export function testClockReads(table: TableReads) {
  async function aheadMs(tenantId: string): Promise<number> {
    const item = await table.get(keys.testClock(tenantId));
    return item ? TestClock.parse(item).aheadMs : 0;
  }
  return {
    aheadMs,
    /** The clock's time; for live data, which has no test clock, real time. */
    now: async (tenantId: string, now: Date) =>
      isTestTenant(tenantId) ? new Date(now.getTime() + (await aheadMs(tenantId))) : now,
  };
}
export type TestClockReads = ReturnType<typeof testClockReads>;

export function testClockStore(table: Table) {
  return {
    ...testClockReads(table),

    moveWrite(tenantId: string, from: number, to: number): Write {
      const isAsItWas = { expression: 'attribute_not_exists(pk) OR aheadMs = :from', values: { ':from': from } };
      const item = { ...keys.testClock(tenantId), aheadMs: to };
      return table.putWrite(item, from === 0 ? isAsItWas : { ...isAsItWas, expression: 'aheadMs = :from' });
    },
    /** Makes the relay run what is due by then. */
    rehearsalWrite: (organizationId: string, id: string, now: Date): Write =>
      outboxWrite(table, { kind: 'rehearsal', id, createdAt: now.toISOString(), organizationId }),
    auditWrite: (entry: AuditEntry): Write => auditWrite(table, entry),
  };
}
export type TestClockStore = ReturnType<typeof testClockStore>;
