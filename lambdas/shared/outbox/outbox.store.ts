import { dueOutboxPartition, type Key, keys, OUTBOX_SHARDS, outboxPartition, outboxShard } from '../table/keys.ts';
import { everyItem } from '../table/queries.ts';
import type { Item, Table, Write } from '../table/table.store.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { addSeconds, expirySeconds, hourOf } from '../time/instant.ts';
import { OUTBOX_KEPT_DAYS, OutboxEntry, UNRELAYED_AFTER_SECONDS } from './outbox.schema.ts';

/**
 * An entry, for the transaction that causes it. An event is due until the relay has numbered it, which removes the due mark; an
 * execution needs none, because its domain itself is due.
 */
export function outboxWrite(table: Table, entry: OutboxEntry): Write {
  const createdAt = new Date(entry.createdAt);
  return table.putWrite({ ...outboxItem(entry, keys.outbox(entry.id), createdAt), ...dueMark(entry, createdAt) });
}

function dueMark({ kind, id }: OutboxEntry, createdAt: Date): Item {
  if (kind !== 'event') return {};
  return { duePk: dueOutboxPartition(outboxShard(id)), stepDueAt: addSeconds(createdAt, UNRELAYED_AFTER_SECONDS) };
}

/** Makes the relay act again on everything written since an instant. Returns the number of entries. */
export async function redriveSince(table: Table, since: Date, clock: Clock): Promise<number> {
  let redriven = 0;
  for await (const entry of entriesSince(table, since, clock())) {
    await putAgain(table, entry, clock());
    redriven += 1;
  }
  return redriven;
}

/** Entries written since an instant, oldest hour first. */
export async function* entriesSince(table: Table, since: Date, now: Date): AsyncGenerator<OutboxEntry> {
  for (let hour = new Date(`${hourOf(since)}:00:00Z`); hour <= now; hour = new Date(hour.getTime() + 3_600_000)) {
    for (let shard = 0; shard < OUTBOX_SHARDS; shard += 1) {
      yield* entriesOf(table, outboxPartition(hourOf(hour), shard), since);
    }
  }
}

/** Writes a copy of an entry, so that the stream brings it to the relay again. */
export async function putAgain(table: Table, entry: OutboxEntry, now: Date): Promise<void> {
  await table.put(copyItem(entry, now));
}

/** The same in a transaction. */
export function copyWrite(table: Table, entry: OutboxEntry, now: Date): Write {
  return table.putWrite(copyItem(entry, now));
}

function copyItem(entry: OutboxEntry, now: Date) {
  return outboxItem(entry, keys.outboxCopy(entry.id, now), now);
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
