import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { TableReads } from '../../shared/table/table.store.ts';

/** By how much an organization's test clock is ahead of the time of day. Without an item: by nothing. */
export const TestClock = storedObject({ aheadMs: z.int() });

/** For a caller that only reads: it cannot write. */
export function testClockReads(table: TableReads) {
  async function aheadMs(tenantId: string): Promise<number> {
    const item = await table.get(keys.testClock(tenantId));
    return item ? TestClock.parse(item).aheadMs : 0;
  }
  return {
    /** What it shows at this time of day. */
    now: async (tenantId: string, now: Date) => new Date(now.getTime() + (await aheadMs(tenantId))),
  };
}
export type TestClockReads = ReturnType<typeof testClockReads>;
