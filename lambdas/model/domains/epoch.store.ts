import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';

export const SweptEpoch = z.object({ epoch: z.int() });

/** Which restore of the table the sweep has dealt with in a shard. It lies in the table, and so goes back with it. */
export function epochStore(table: Table) {
  async function get(shard: number): Promise<number> {
    const item = await table.get(keys.sweptEpoch(shard));
    return item ? SweptEpoch.parse(item).epoch : 0;
  }

  return {
    get,

    /** Of so many shards, those in which the sweep has not dealt with this restore yet. */
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
