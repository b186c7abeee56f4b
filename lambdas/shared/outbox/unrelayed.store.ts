import * as z from 'zod/mini';
import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { dueOutboxPartition, keys } from '../table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../table/lost-race.ts';
import type { Item, Table } from '../table/table.store.ts';
import { OutboxEvent } from './outbox.schema.ts';
import { copyWrite } from './outbox.store.ts';

/** An event's entry with a due mark: the relay has not numbered it. */
const DueEntry = z.extend(OutboxEvent, {
  stepDueAt: z.string(),
  copies: z._default(z.int(), 0),
});
export type DueEntry = z.infer<typeof DueEntry>;

const DUE_PAGE = 100;
const isStillDue = 'attribute_exists(stepDueAt)';
const nobodyNumberedIt = 'attribute_not_exists(#number)';
const nobodyCopiedItSince = 'stepDueAt = :seen';

/** Events that the relay should have numbered long ago. */
export function unrelayedStore(table: Table) {
  return {
    /** One Query of the due index, which has keys only and may lag. The longest overdue first. */
    async dueBefore(shard: number, now: Date, startAt?: Item): Promise<{ ids: string[]; next?: Item }> {
      const { items, next } = await table.query({
        IndexName: TABLE_SHAPE.byDue.name,
        KeyConditionExpression: 'duePk = :shard AND stepDueAt < :now',
        Limit: DUE_PAGE,
        values: { ':shard': dueOutboxPartition(shard), ':now': now.toISOString() },
        ...(startAt && { startAt }),
      });
      return { ids: items.map(({ sk }) => String(sk)), ...(next && { next }) };
    },

    /** Undefined if it is no longer due; the reason if it is unreadable. */
    async find(id: string): Promise<DueEntry | { unreadable: unknown } | undefined> {
      const item = await table.get(keys.outbox(id));
      if (item?.stepDueAt === undefined) return undefined;
      const { data, error } = DueEntry.safeParse(item);
      return data ?? { unreadable: error };
    },

    /** Copies it for the relay, with a new due time. False if the relay has numbered it or another sweep has copied it since. */
    copy({ stepDueAt: seen, copies, ...entry }: DueEntry, dueAgainAt: string, now: Date): Promise<boolean> {
      const mark = table.updateWrite(keys.outbox(entry.id), {
        expression: 'SET stepDueAt = :dueAgainAt, copies = :copies',
        condition: `${nobodyNumberedIt} AND ${nobodyCopiedItSince}`,
        names: { '#number': 'number' },
        values: { ':dueAgainAt': dueAgainAt, ':copies': copies + 1, ':seen': seen },
      });
      return wonRaceUnlessBusy(table.transact([copyWrite(table, entry, now), mark]));
    },

    async postpone(id: string, dueAgainAt: string): Promise<void> {
      const update = { expression: 'SET stepDueAt = :dueAgainAt', condition: isStillDue };
      await wonRace(table.update(keys.outbox(id), { ...update, values: { ':dueAgainAt': dueAgainAt } }));
    },

    async unmark(id: string): Promise<void> {
      await wonRace(table.update(keys.outbox(id), { expression: 'REMOVE duePk, stepDueAt, copies', condition: isStillDue }));
    },
  };
}
export type UnrelayedStore = ReturnType<typeof unrelayedStore>;
