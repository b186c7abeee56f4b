import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Table } from '../shared/table/table.store.ts';

const MINUTE_SECONDS = 60;
const KEPT_SECONDS = 3_600;

export type OrderSlot = { kind: 'granted' } | { kind: 'spent'; minuteEndsInSeconds: number };

/** Our own limit on orders, over all organizations: a counter for each minute of the clock. */
export function orderBudget(table: Table, { directoryUrl, ordersPerMinute }: { directoryUrl: string; ordersPerMinute: number }) {
  return {
    /** A slot that is granted and then lost in a crash is not given back: the minute's end does that. */
    async takeSlot(now: Date): Promise<OrderSlot> {
      const seconds = Math.floor(now.getTime() / 1000);
      const hasRoom = 'attribute_not_exists(granted) OR granted < :limit';
      try {
        await table.update(keys.orderBudget(directoryUrl, now.toISOString().slice(0, 16)), {
          expression: 'ADD granted :one SET expiresAtSeconds = :expires',
          condition: hasRoom,
          values: { ':one': 1, ':limit': ordersPerMinute, ':expires': seconds + KEPT_SECONDS },
        });
        return { kind: 'granted' };
      } catch (error) {
        if (error instanceof LostRace) return { kind: 'spent', minuteEndsInSeconds: MINUTE_SECONDS - (seconds % MINUTE_SECONDS) };
        throw error;
      }
    },
  };
}
export type OrderBudget = ReturnType<typeof orderBudget>;
