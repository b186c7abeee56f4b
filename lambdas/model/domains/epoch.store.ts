import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';

export const SweptEpoch = z.object({ epoch: z.int() });

/** The last restore of the table that the sweep has handled, per shard. It is in the table, so a restore resets it. */
export function epochStore(table: Table) {
  async function get(shard: number): Promise<number> {
    const item = await table.get(keys.sweptEpoch(shard));
    return item ? SweptEpoch.parse(item).epoch : 0;
  }

  return {
    get,

    /** The shards in which the sweep has not handled this restore yet. */
    async behind(epoch: number, shards: number): Promise<Set<number>> {
      if (epoch === 0) return new Set();
      const swept = await Promise.all(Array.from({ length: shards }, (_, shard) => get(shard)));
      return new Set(swept.flatMap((known, shard) => (known < epoch ? [shard] : [])));
    },

    async put(shard: number, epoch: number): Promise<void> {
      await table.put({ ...keys.sweptEpoch(shard), epoch });
    },
  };
}
export type EpochStore = ReturnType<typeof epochStore>;
