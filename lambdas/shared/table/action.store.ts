import { addSeconds, expirySeconds } from '../time/instant.ts';
import type { Key } from './keys.ts';
import { LostRace } from './lost-race.ts';
import type { Table } from './table.store.ts';

const isNotTooSoon = '(attribute_not_exists(possibleAt) OR possibleAt <= :now)';
const hasRoom = '(attribute_not_exists(used) OR used <= :room)';
const isNewCall = '(attribute_not_exists(lastCall) OR lastCall <> :call)';

/**
 * Actions that are allowed once in an interval. Each is counted on an item of its own, so that the row itself need not change. If
 * DynamoDB's response is lost, the SDK repeats the request: `newCall` gives each call a token, by which the item recognizes the
 * repeat.
 */
export function actionStore(table: Table, newCall: () => string) {
  return {
    /** Takes the action if it is allowed now. Of several concurrent calls, one succeeds. */
    async take(key: Key, now: Date, perSeconds: number): Promise<{ kind: 'taken' } | { kind: 'refused'; againAt: Date }> {
      const call = newCall();
      try {
        await table.update(key, {
          expression: 'SET possibleAt = :next, lastCall = :call, expiresAtSeconds = :expiry',
          condition: isNotTooSoon,
          values: {
            ':now': now.toISOString(),
            ':next': addSeconds(now, perSeconds),
            ':call': call,
            ':expiry': expirySeconds(now, perSeconds),
          },
        });
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        if (error.found[0]?.lastCall === call) return { kind: 'taken' };
        return { kind: 'refused', againAt: new Date(String(error.found[0]?.possibleAt)) };
      }
    },

    /** True when it was taken, and is not allowed again yet. */
    async isTaken(key: Key, now: Date): Promise<boolean> {
      const item = await table.get(key);
      return item !== undefined && String(item.possibleAt) > now.toISOString();
    },

    /**
     * Takes `count` of the actions allowed in a clock window, or none: each window has its own item. `count` is at most the
     * limit.
     */
    async takeOf(
      keyOf: (window: string) => Key,
      now: Date,
      { limit, perSeconds }: { limit: number; perSeconds: number },
      count = 1,
    ): Promise<{ kind: 'taken' } | { kind: 'refused'; againAt: Date }> {
      const call = newCall();
      const windowMs = perSeconds * 1000;
      const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
      try {
        await table.update(keyOf(start.toISOString()), {
          expression: 'ADD used :count SET lastCall = :call, expiresAtSeconds = :expiry',
          condition: `${hasRoom} AND ${isNewCall}`,
          values: { ':count': count, ':room': limit - count, ':call': call, ':expiry': expirySeconds(start, 2 * perSeconds) },
        });
        return { kind: 'taken' };
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        if (error.found[0]?.lastCall === call) return { kind: 'taken' };
        return { kind: 'refused', againAt: new Date(start.getTime() + windowMs) };
      }
    },
  };
}
export type ActionStore = ReturnType<typeof actionStore>;
