import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import type { OutboxEntry } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { entriesSince, outboxWrite, putAgain } from '../../../../lambdas/shared/outbox/outbox.store.ts';
import { keys, outboxId } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { hourOf } from '../../../../lambdas/shared/time/instant.ts';
import { iso, later, NOW, SECOND } from '../../a-domain.ts';
import { holdItems } from '../../held-items.ts';
import { anEvent, entryItem, eventId } from '../../model/events/an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const HOUR_SECONDS = 3600;
async function idsSince(since: Date, now: Date): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of entriesSince(table, since, now)) ids.push(id);
  return ids;
}

it('an entry lies in the hour in which its id was made, and its id alone says where', async () => {
  const { items } = holdItems(dynamo, []);
  await table.transact([outboxWrite(table, anEvent(0))]);
  const { pk, sk } = keys.outbox(eventId(0));
  expect(pk).toMatch(/^OUTBOX#2026-06-01T12#[0-7]$/);
  expect(items.get(`${pk}|${sk}`)).toMatchObject({ id: eventId(0), expiresAtSeconds: NOW.getTime() / 1000 + 30 * 86_400 });
});

it("entries of one domain and hour lie in one partition, whose order the stream keeps; other domains' in others", () => {
  const partitions = (domainId: number) => [1, 2, 3].map((n) => keys.outbox(outboxId(eventId(n), domainId)).pk);
  expect(new Set(partitions(16))).toHaveProperty('size', 1);
  expect(new Set([16, 17, 18, 19, 20, 21, 22, 23].flatMap(partitions))).toHaveProperty('size', 8);
});

it('entries since an instant are those of all hours and shards since, none earlier', async () => {
  const entries = [-1, 0, 1, HOUR_SECONDS, 3 * HOUR_SECONDS].map((n) => anEvent(n, { id: outboxId(eventId(n), Math.abs(n)) }));
  holdItems(dynamo, entries.map(entryItem));
  expect(await idsSince(NOW, later(3 * HOUR_SECONDS * SECOND))).toEqual(entries.slice(1).map(({ id }) => id));
});

it('entries since an instant are the originals, never the copies that a redrive made', async () => {
  const entry: OutboxEntry = anEvent(0);
  const { items } = holdItems(dynamo, [entryItem(entry)]);
  await putAgain(table, entry, later(SECOND));
  await putAgain(table, entry, later(2 * SECOND));
  expect(items.size).toBe(3);
  expect(await idsSince(NOW, later(5 * SECOND))).toEqual([entry.id]);
});

it('among entries since an instant, what is no entry is passed over', async () => {
  holdItems(dynamo, [{ ...keys.outbox(eventId(0)), kind: 'unknown', id: eventId(0), createdAt: iso(0) }]);
  expect(await idsSince(NOW, NOW)).toEqual([]);
});

it('a copy lies in the hour in which it was made, and is kept as long as a new entry', async () => {
  const { items } = holdItems(dynamo, []);
  const now = later(2 * HOUR_SECONDS * SECOND);
  await putAgain(table, anEvent(0), now);
  const [copy] = [...items.values()];
  expect(copy?.pk).toMatch(new RegExp(`^OUTBOX#${hourOf(now)}#[0-7]$`));
  expect(copy).toMatchObject({ ...anEvent(0), expiresAtSeconds: now.getTime() / 1000 + 30 * 86_400 });
});
