import { everyItem } from '../table/every-item.ts';
import { hourOf, type Key, keys, OUTBOX_SHARDS, outboxPartition } from '../table/keys.ts';
import type { Table, Write } from '../table/table.store.ts';
import { expirySeconds } from '../time/instant.ts';
import { OutboxEntry } from './outbox.schema.ts';
import { OUTBOX_KEPT_DAYS } from './outbox-retention.ts';

/** An entry for the transaction whose effect it asks for. */
export function outboxWrite(table: Table, entry: OutboxEntry): Write {
  return table.putWrite(outboxItem(entry, keys.outbox(entry.id), new Date(entry.createdAt)));
}

/** Entries written since an instant, oldest hour first, for `admin redrive`. */
export async function* entriesSince(table: Table, since: Date, now: Date): AsyncGenerator<OutboxEntry> {
  for (let hour = new Date(`${hourOf(since)}:00:00Z`); hour <= now; hour = new Date(hour.getTime() + 3_600_000)) {
    for (let shard = 0; shard < OUTBOX_SHARDS; shard += 1) {
      yield* entriesOf(table, outboxPartition(hourOf(hour), shard), since);
    }
  }
}

/** Puts a copy of an entry, so that the stream carries it to the relay once more. */
export async function putAgain(table: Table, entry: OutboxEntry, now: Date): Promise<void> {
  await table.put(outboxItem(entry, keys.outboxCopy(entry.id, now), now));
}

async function* entriesOf(table: Table, pk: string, since: Date): AsyncGenerator<OutboxEntry> {
  const query = { KeyConditionExpression: 'pk = :pk', ConsistentRead: true, values: { ':pk': pk } };
  for await (const item of everyItem(table, query)) {
    const parsed = OutboxEntry.safeParse(item);
    const isCopy = String(item.sk).includes('#');
    if (parsed.success && !isCopy && parsed.data.createdAt >= since.toISOString()) yield parsed.data;
  }
}

function outboxItem(entry: OutboxEntry, key: Key, at: Date) {
  return { ...key, ...entry, expiresAtSeconds: expirySeconds(at, OUTBOX_KEPT_DAYS * 86_400) };
}
