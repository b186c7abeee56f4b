import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { dueDeliveriesPartition, type Key, parkedPartition, WEBHOOK_PREFIX } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { Delivery } from './delivery.schema.ts';

const DUE_PAGE = 100;
const LATEST = new Date('9999-12-31T00:00:00Z');
const nobodyMovedItSince = 'duePk = :readPk AND stepDueAt = :readDue';

/** A row of the due index, which holds keys only. The index may lag, and an update verifies the row. */
export interface DueRow {
  key: Key;
  kind: 'delivery' | 'webhook';
  duePk: string;
  stepDueAt: string;
}
export interface DuePage {
  rows: DueRow[];
  next?: Item;
}

/** Deliveries by the due index: due attempts, and those parked for a webhook. */
export function dueDeliveryStore(table: Table) {
  return {
    /** By a key from the due index. */
    async find(key: Key): Promise<Delivery | undefined> {
      const item = await table.get(key);
      return item && Delivery.parse(item);
    },

    /** Due attempts and webhooks, longest overdue first. */
    due(shard: number, now: Date, startAt?: Item): Promise<DuePage> {
      return duePage(table, dueDeliveriesPartition(shard), now, DUE_PAGE, startAt);
    },

    /** A webhook's parked deliveries, oldest event first. Those of test mode may lie in the future. */
    parked(organizationId: string, webhookId: number, limit: number, startAt?: Item): Promise<DuePage> {
      return duePage(table, parkedPartition(organizationId, webhookId), LATEST, Math.min(limit, DUE_PAGE), startAt);
    },

    /**
     * Moves a row's due time while its message is on its way, in case the message is lost. Returns the delivery; undefined if
     * another process has moved it.
     */
    async postpone(row: DueRow, duePk: string, stepDueAt: string): Promise<Delivery | undefined> {
      const { expression, names, values } = assignments({ duePk, stepDueAt });
      const read = { ':readPk': row.duePk, ':readDue': row.stepDueAt };
      try {
        const item = await table.update(row.key, {
          expression,
          names,
          condition: nobodyMovedItSince,
          values: { ...values, ...read },
        });
        return Delivery.parse(item);
      } catch (error) {
        if (error instanceof LostRace) return undefined;
        throw error;
      }
    },
  };
}
export type DueDeliveryStore = ReturnType<typeof dueDeliveryStore>;

async function duePage(table: Table, duePk: string, now: Date, limit: number, startAt?: Item): Promise<DuePage> {
  const { items, next } = await table.query({
    IndexName: TABLE_SHAPE.byDue.name,
    KeyConditionExpression: 'duePk = :duePk AND stepDueAt < :now',
    Limit: limit,
    values: { ':duePk': duePk, ':now': now.toISOString() },
    ...(startAt && { startAt }),
  });
  const rows = items.map(({ pk, sk, stepDueAt }): DueRow => {
    const kind = String(sk).startsWith(WEBHOOK_PREFIX) ? 'webhook' : 'delivery';
    return { key: { pk: String(pk), sk: String(sk) }, kind, duePk, stepDueAt: String(stepDueAt) };
  });
  return { rows, ...(next && { next }) };
}
