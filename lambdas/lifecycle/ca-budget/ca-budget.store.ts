import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Item, Table, Update, Write } from '../../shared/table/table.store.ts';
import { type ArrivalMs, arrivalAfterMs, intervalMs, latestArrivalMs, roomFromMs } from './gcra.ts';
import type { Limited } from './order-limits.ts';

export const CaBudget = storedObject({
  arrivalMs: z.optional(z.number()),
  /** Of an account: whose slot the next one is, and the tag of the last name that each class of its queue was served. */
  turn: z.optional(z.int()),
  first: z.optional(z.number()),
  repeat: z.optional(z.number()),
  renewal: z.optional(z.number()),
});
export type CaBudget = z.infer<typeof CaBudget>;

const TRIES = 4;
const DAY_SECONDS = 24 * 3_600;

/** What is used up of each limit at one CA account: an item for each limited thing. */
export function caBudgetStore(table: Table, account: string) {
  const keyOf = ({ key }: Limited) => keys.caBudget(account, key);
  return {
    /** As they stand, with one request; in the order in which they were asked for. */
    async read(limited: readonly Limited[]): Promise<CaBudget[]> {
      const found = new Map<unknown, Item>();
      for (const item of await table.getMany(limited.map(keyOf))) found.set(item.sk, item);
      return limited.map((each) => CaBudget.parse(found.get(keyOf(each).sk) ?? {}));
    },

    /**
     * Takes one if there is room, with what is to be written beside it; `seen`: as it was read. One that is taken and then lost in a crash
     * is not given back: time does that.
     */
    async take(limited: Limited, seen: ArrivalMs, nowMs: number, beside: Item = {}): Promise<boolean> {
      let arrivalMs = seen;
      for (let tried = 1; tried <= TRIES; tried += 1) {
        if (roomFromMs(limited.limit, arrivalMs) > nowMs) return false;
        try {
          await table.update(keyOf(limited), taking(limited, arrivalMs, nowMs, beside));
          return true;
        } catch (error) {
          if (!(error instanceof LostRace)) throw error;
          arrivalMs = CaBudget.parse(error.found[0] ?? {}).arrivalMs;
        }
      }
      return false;
    },

    /** The same for a transaction, which loses its race where somebody else has taken one meanwhile. */
    takeWrite(limited: Limited, seen: ArrivalMs, nowMs: number): Write {
      return table.updateWrite(keyOf(limited), taking(limited, seen, nowMs));
    },
  };
}
export type CaBudgetStore = ReturnType<typeof caBudgetStore>;

/**
 * Adds to the arrival time where it lies ahead, so that many at once do not undo each other's, and sets it where all that was taken is back.
 */
function taking({ limit, isKept }: Limited, seen: ArrivalMs, nowMs: number, given: Item = {}): Update {
  const expiresAtSeconds = Math.ceil(arrivalAfterMs(limit, seen, nowMs) / 1000) + DAY_SECONDS;
  const beside: Item = isKept ? given : { ...given, expiresAtSeconds };
  const others = Object.keys(beside);
  const set = others.map((name) => `, #${name} = :${name}`).join('');
  const more = {
    ...(others.length > 0 && { names: Object.fromEntries(others.map((name) => [`#${name}`, name])) }),
    values: Object.fromEntries(others.map((name) => [`:${name}`, beside[name]])),
  };
  if (seen !== undefined && seen > nowMs) {
    return {
      ...more,
      expression: `SET arrivalMs = arrivalMs + :interval${set}`,
      condition: 'arrivalMs > :now AND arrivalMs <= :latest',
      values: { ...more.values, ':interval': intervalMs(limit), ':now': nowMs, ':latest': latestArrivalMs(limit, nowMs) },
    };
  }
  return {
    ...more,
    expression: `SET arrivalMs = :after${set}`,
    condition: 'attribute_not_exists(arrivalMs) OR arrivalMs <= :now',
    values: { ...more.values, ':after': arrivalAfterMs(limit, seen, nowMs), ':now': nowMs },
  };
}
