import { SEALS_PREFIX, TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { keys, sealedDayPartition } from '../table/keys.ts';
import { allItems, everyItem } from '../table/queries.ts';
import { type Item, notThereYet, type Table } from '../table/table.store.ts';
import { dayOf, expirySeconds } from '../time/instant.ts';
import { AUDIT_KEPT_DAYS } from './audit.schema.ts';
import { Seal } from './seal.schema.ts';

/** A seal outlives its entries: the table's TTL deletes up to two days late, and the stream may have been a day behind. */
const SEAL_KEPT_DAYS = AUDIT_KEPT_DAYS + 10;

export function sealStore(table: Table) {
  const ofOrganization = (organizationId: string) => ({
    KeyConditionExpression: 'pk = :pk',
    ConsistentRead: true,
    values: { ':pk': keys.seal(organizationId, 0).pk },
  });

  return {
    /** The last seals, newest first, strongly consistent, one Query. */
    async last(organizationId: string, limit: number): Promise<Seal[]> {
      const query = { ...ofOrganization(organizationId), ScanIndexForward: false, Limit: limit };
      const { items } = await table.query(query);
      return items.map((item) => Seal.parse(item));
    },

    /** Throws LostRace if another process has created the seal with this number. */
    async add(seal: Seal): Promise<void> {
      const { organizationId, number, sealedAt, previous } = seal;
      const day = dayOf(new Date(sealedAt));
      const isFirstOfDay = previous === undefined || dayOf(new Date(previous.sealedAt)) !== day;
      const item = {
        ...keys.seal(organizationId, number),
        ...seal,
        ...(isFirstOfDay && { duePk: sealedDayPartition(day), stepDueAt: sealedAt }),
        expiresAtSeconds: expirySeconds(new Date(sealedAt), SEAL_KEPT_DAYS * 86_400),
      };
      await table.put(item, notThereYet);
    },

    /** All stored seals, oldest first, as stored. */
    all(organizationId: string): AsyncGenerator<Item> {
      return everyItem(table, ofOrganization(organizationId));
    },

    /** Organizations whose chain grew on a day. The index may lag by a moment. */
    async organizationsSealedOn(day: string): Promise<string[]> {
      const items = await allItems(table, {
        IndexName: TABLE_SHAPE.byDue.name,
        KeyConditionExpression: 'duePk = :day',
        values: { ':day': sealedDayPartition(day) },
      });
      return [...new Set(items.map(({ pk }) => String(pk).slice(SEALS_PREFIX.length)))];
    },
  };
}
