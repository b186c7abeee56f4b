import { keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';

const KEPT_SECONDS = 3_600;

/** Our own limit on orders, over all organizations: a counter for each minute of the clock. */
export function orderBudget(table: Table, { directoryUrl, ordersPerMinute }: { directoryUrl: string; ordersPerMinute: number }) {
  const keyOf = (now: Date) => keys.orderBudget(directoryUrl, now.toISOString().slice(0, 16));
  return {
    /** Takes nothing: what is free now may be gone when it is taken. */
    async isSpent(now: Date): Promise<boolean> {
      const item = await table.get(keyOf(now));
      return Number(item?.granted ?? 0) >= ordersPerMinute;
    },

    /** False if they are all taken. One that is granted and then lost in a crash is not given back: the minute's end does that. */
    async takeSlot(now: Date): Promise<boolean> {
      const hasRoom = 'attribute_not_exists(granted) OR granted < :limit';
      return wonRace(
        table.update(keyOf(now), {
          expression: 'ADD granted :one SET expiresAtSeconds = :expires',
          condition: hasRoom,
          values: { ':one': 1, ':limit': ordersPerMinute, ':expires': expirySeconds(now, KEPT_SECONDS) },
        }),
      );
    },
  };
}
export type OrderBudget = ReturnType<typeof orderBudget>;
