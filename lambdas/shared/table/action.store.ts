import { addSeconds, expirySeconds } from '../time/instant.ts';
import type { Key } from './keys.ts';
import { LostRace } from './lost-race.ts';
import type { Table } from './table.store.ts';

const isNotTooSoon = '(attribute_not_exists(possibleAt) OR possibleAt <= :now)';

/** Actions that are possible once in so many seconds. Each is counted on an item of its own, beside the row that it need not change. */
export function actionStore(table: Table) {
  return {
    /** Takes the one that is possible now. Of several at once, one gets it. */
    async take(key: Key, now: Date, perSeconds: number): Promise<{ kind: 'taken' } | { kind: 'refused'; againAt: Date }> {
      try {
        await table.update(key, {
          expression: 'SET possibleAt = :next, expiresAtSeconds = :expiry',
          condition: isNotTooSoon,
          values: { ':now': now.toISOString(), ':next': addSeconds(now, perSeconds), ':expiry': expirySeconds(now, perSeconds) },
        });
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        return { kind: 'refused', againAt: new Date(String(error.found[0]?.possibleAt)) };
      }
    },

    /** Takes one of those that are possible in a window of so many seconds of the clock: each window has an item of its own. */
    async takeOneOf(
      keyOf: (window: string) => Key,
      now: Date,
      { limit, perSeconds }: { limit: number; perSeconds: number },
    ): Promise<{ kind: 'taken' } | { kind: 'refused'; againAt: Date }> {
      const windowMs = perSeconds * 1000;
      const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
      try {
        await table.update(keyOf(start.toISOString()), {
          expression: 'ADD used :one SET expiresAtSeconds = :expiry',
          condition: 'attribute_not_exists(used) OR used < :limit',
          values: { ':one': 1, ':limit': limit, ':expiry': expirySeconds(start, 2 * perSeconds) },
        });
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        return { kind: 'refused', againAt: new Date(start.getTime() + windowMs) };
      }
    },
  };
}
export type ActionStore = ReturnType<typeof actionStore>;
