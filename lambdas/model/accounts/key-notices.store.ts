import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { DUE_KEYS_PARTITION, keys } from '../../shared/table/keys.ts';
import { wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { dueBefore } from '../../shared/table/queries.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import type { ApiKey } from './account.schema.ts';
import { accountStore, isNotRevoked } from './account.store.ts';

const nobodyToldSince = 'stepDueAt = :seen';
const endsAsRead = 'expiresAt = :ends';

/** The sweep's part of the expiry notices: every creation or change of a key sets when the next notice is due (`byDue`). */
export function keyNoticesStore(table: Table) {
  return {
    async dueBefore(now: Date, startAt?: Item): Promise<{ keyIds: string[]; next?: Item }> {
      const due = await dueBefore(table, DUE_KEYS_PARTITION, now, startAt);
      const prefix = keys.apiKey('').pk;
      return { keyIds: due.keys.map(({ pk }) => pk.slice(prefix.length)), ...(due.next && { next: due.next }) };
    },

    get: accountStore(table).getKey,

    /** Writes the notice once: false if another run was faster, or the key was revoked or expires at another time by now. */
    tell({ keyId, stepDueAt, expiresAt }: ApiKey, nextDueAt: string | undefined, event: OutboxEvent): Promise<boolean> {
      const change = table.updateWrite(keys.apiKey(keyId), {
        expression: nextDueAt === undefined ? 'REMOVE duePk, stepDueAt' : 'SET stepDueAt = :next',
        condition: [nobodyToldSince, isNotRevoked, endsAsRead].join(' AND '),
        values: { ':seen': stepDueAt, ':ends': expiresAt, ...(nextDueAt !== undefined && { ':next': nextDueAt }) },
      });
      return wonRaceUnlessBusy(table.transact([change, outboxWrite(table, event)]));
    },
  };
}
export type KeyNoticesStore = ReturnType<typeof keyNoticesStore>;
