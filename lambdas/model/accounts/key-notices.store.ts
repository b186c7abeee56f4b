import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { DUE_KEYS_PARTITION, keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { ApiKey } from './account.schema.ts';

const DUE_PAGE = 100;
const nobodyToldSince = 'stepDueAt = :seen';
const isNotRevoked = 'attribute_not_exists(revokedAt)';
const endsAsRead = 'expiresAt = :ends';

/** The sweep's side of the notices that keys end: whoever creates or changes a key marks when the next one is due (`byDue`). */
export function keyNoticesStore(table: Table) {
  return {
    /** One Query a page; the index has keys only and may lag. */
    async dueBefore(now: Date, startAt?: Item): Promise<{ keyIds: string[]; next?: Item }> {
      const { items, next } = await table.query({
        IndexName: TABLE_SHAPE.byDue.name,
        KeyConditionExpression: 'duePk = :due AND stepDueAt <= :now',
        Limit: DUE_PAGE,
        values: { ':due': DUE_KEYS_PARTITION, ':now': now.toISOString() },
        ...(startAt && { startAt }),
      });
      const prefix = keys.apiKey('').pk;
      return { keyIds: items.map(({ pk }) => String(pk).slice(prefix.length)), ...(next && { next }) };
    },

    async get(keyId: string): Promise<ApiKey | undefined> {
      const item = await table.get(keys.apiKey(keyId));
      return item && ApiKey.parse(item);
    },

    /** Tells of a key, once: false if somebody was faster, or the key was revoked or ends at another time by now. */
    tell({ keyId, stepDueAt, expiresAt }: ApiKey, nextDueAt: string | undefined, event: OutboxEvent): Promise<boolean> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: nextDueAt === undefined ? 'REMOVE duePk, stepDueAt' : 'SET stepDueAt = :next',
        condition: [nobodyToldSince, isNotRevoked, endsAsRead].join(' AND '),
        values: { ':seen': stepDueAt, ':ends': expiresAt, ...(nextDueAt !== undefined && { ':next': nextDueAt }) },
      });
      return wonRace(table.transact([change, outboxWrite(table, event)]));
    },
  };
}
export type KeyNoticesStore = ReturnType<typeof keyNoticesStore>;
