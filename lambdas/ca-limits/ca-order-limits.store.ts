import * as z from 'zod/mini';
import type { LimitedResource, TakeOne } from '../lifecycle/spend.ts';
import { keys } from '../shared/table/keys.ts';
import { storedObject } from '../shared/table/stored-object.schema.ts';
import type { Item, TableReads, Update, Write } from '../shared/table/table.store.ts';
import { type AccountState, type ArrivalMs, arrivalAfterMs, intervalMs, latestArrivalMs } from './gcra.ts';

export const CaBudget = storedObject({
  arrivalMs: z.optional(z.number()),
  /** Per CA account: the next slot number; per queue class, the tag of the last name that got a slot. */
  turn: z.optional(z.int()),
  first: z.optional(z.number()),
  repeat: z.optional(z.number()),
  renewal: z.optional(z.number()),
});
export type CaBudget = z.infer<typeof CaBudget>;

const isAhead = 'arrivalMs > :now';
const hasRoom = 'arrivalMs <= :latest';
const isAllBack = '(attribute_not_exists(arrivalMs) OR arrivalMs <= :now)';
const isItsTurn = '(attribute_not_exists(#turn) OR #turn = :seenTurn)';

const DAY_SECONDS = 24 * 3_600;

/** The usage of each limit of one CA account, an item per limit. */
export function caOrderLimitsStore(table: TableReads, account: string) {
  const keyOf = ({ key }: LimitedResource) => keys.caBudget(account, key);
  return {
    /** One batch request. Results are in the order of `limited`. */
    async read(limited: readonly LimitedResource[]): Promise<CaBudget[]> {
      const found = new Map<unknown, Item>();
      for (const item of await table.getMany(limited.map(keyOf))) found.set(item.sk, item);
      return limited.map((each) => CaBudget.parse(found.get(keyOf(each).sk) ?? {}));
    },

    /** One request each, for steps, which have no permission for batch reads. */
    async readEach(limited: readonly LimitedResource[]): Promise<CaBudget[]> {
      const found = await Promise.all(limited.map((each) => table.get(keyOf(each))));
      return found.map((item) => CaBudget.parse(item ?? {}));
    },

    /**
     * Takes one, in the transaction of the domain's row. Throws LostRace if there is no room, or if everything in `seen` has been
     * given back meanwhile. `grant` comes from a dispatcher and advances the queue in the same write, unless another dispatcher
     * was faster.
     */
    takeWrite({ limited, seen, atMs, needsRoom }: Omit<TakeOne, 'kind' | 'account'>, grant?: Grant): Write {
      return table.updateWrite(keyOf(limited), takeUpdate(limited, seen, atMs, needsRoom, grant));
    },
  };
}
export type CaBudgetStore = ReturnType<typeof caOrderLimitsStore>;

/** Per CA account: the slot number that the dispatcher read, and the queue's state after this grant. */
export interface Grant {
  turn: number;
  after: Pick<AccountState, 'turn' | 'virtualTimes'>;
}

/** Adds to an arrival time in the future, so that concurrent takes do not undo each other. Replaces one in the past. */
function takeUpdate(
  limited: LimitedResource,
  seen: ArrivalMs,
  nowMs: number,
  needsRoom: boolean,
  grant: Grant | undefined,
): Update {
  const { limit, isKept } = limited;
  const expiresAtSeconds = Math.ceil(arrivalAfterMs(limit, seen, nowMs) / 1000) + DAY_SECONDS;
  const beside: Item = {
    ...(grant && { turn: grant.after.turn, ...grant.after.virtualTimes }),
    ...(!isKept && { expiresAtSeconds }),
  };
  const others = Object.keys(beside);
  const set = others.map((name) => `, #${name} = :${name}`).join('');
  const more = {
    ...(others.length > 0 && { names: Object.fromEntries(others.map((name) => [`#${name}`, name])) }),
    values: {
      ...Object.fromEntries(others.map((name) => [`:${name}`, beside[name]])),
      ...(grant && { ':seenTurn': grant.turn }),
      ':now': nowMs,
    },
  };
  const inTurn = grant ? ` AND ${isItsTurn}` : '';
  if (seen === undefined || seen <= nowMs) {
    return {
      ...more,
      expression: `SET arrivalMs = :after${set}`,
      condition: `${isAllBack}${inTurn}`,
      values: { ...more.values, ':after': arrivalAfterMs(limit, seen, nowMs) },
    };
  }
  const room = needsRoom && { ':latest': latestArrivalMs(limit, nowMs) };
  return {
    ...more,
    expression: `SET arrivalMs = arrivalMs + :interval${set}`,
    condition: `${needsRoom ? `${isAhead} AND ${hasRoom}` : isAhead}${inTurn}`,
    values: { ...more.values, ':interval': intervalMs(limit), ...room },
  };
}
