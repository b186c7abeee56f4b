import { expirySeconds } from '../instant.ts';
import { hourOf, keys, OUTBOX_SHARDS, shardOf } from '../table/keys.ts';
import type { Table, Write } from '../table/table.store.ts';
import { OutboxEntry } from './outbox.schema.ts';

/** How long an entry is kept: it is the event log as well. */
const KEPT_DAYS = 30;

/** An entry for the transaction whose effect it asks for. */
export function outboxWrite(table: Table, entry: OutboxEntry): Write {
  return table.putWrite(outboxItem(entry, new Date(entry.createdAt), entry.id));
}

/** Entries written since an instant, oldest hour first, for `admin redrive`. */
export async function* entriesSince(table: Table, since: Date, now: Date): AsyncGenerator<OutboxEntry> {
  for (let hour = new Date(`${hourOf(since)}:00:00Z`); hour <= now; hour = new Date(hour.getTime() + 3_600_000)) {
    for (let shard = 0; shard < OUTBOX_SHARDS; shard += 1) {
      yield* entriesOf(table, keys.outbox(hourOf(hour), shard, '').pk, since);
    }
  }
}

/** Puts a copy of an entry, so that the stream carries it to the relay once more. */
export async function putAgain(table: Table, entry: OutboxEntry, now: Date): Promise<void> {
  await table.put(outboxItem(entry, now, `${entry.id}#${now.toISOString()}`));
}

async function* entriesOf(table: Table, pk: string, since: Date): AsyncGenerator<OutboxEntry> {
  let startAt: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ConsistentRead: true,
      values: { ':pk': pk },
      ...(startAt && { startAt }),
    });
    for (const item of page.items) {
      const parsed = OutboxEntry.safeParse(item);
      const isCopy = String(item.sk).includes('#');
      if (parsed.success && !isCopy && parsed.data.createdAt >= since.toISOString()) yield parsed.data;
    }
    startAt = page.next;
  } while (startAt);
}

function outboxItem(entry: OutboxEntry, at: Date, sortKey: string) {
  const expiresAtSeconds = expirySeconds(at, KEPT_DAYS * 86_400);
  return { ...keys.outbox(hourOf(at), shardOf(entry.domainId, OUTBOX_SHARDS), sortKey), ...entry, expiresAtSeconds };
}
