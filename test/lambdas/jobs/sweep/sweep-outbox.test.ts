import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, it, vi } from 'vitest';
import { nextCopyAt, sweepOutbox } from '../../../../lambdas/jobs/sweep/sweep-outbox.ts';
import { appendEvents } from '../../../../lambdas/model/events/append-events.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../../../lambdas/shared/outbox/outbox.store.ts';
import { unrelayedStore } from '../../../../lambdas/shared/outbox/unrelayed.store.ts';
import { keys, OUTBOX_SHARDS, outboxId, outboxShard } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { assertWithinAwsLimits } from '../../../aws-limits.ts';
import { iso, later, NOW, SECOND } from '../../a-domain.ts';
import { holdItems, requestsTo } from '../../held-items.ts';
import { anEvent, entryItem, eventId } from '../../model/events/an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const GRACE_SECONDS = 300;
const DAY_SECONDS = 86_400;
const log = vi.fn();

afterEach(() => {
  for (const { args } of dynamo.calls()) assertWithinAwsLimits(args[0]);
  log.mockReset();
});

/** One run, this many seconds after NOW. Returns the number of copied entries. */
async function sweepAt(seconds: number): Promise<number> {
  const ports = { outbox: unrelayedStore(table), clock: () => later(seconds * SECOND), log };
  let copied = 0;
  for (let shard = 0; shard < OUTBOX_SHARDS; shard += 1) {
    const swept = await sweepOutbox(shard, ports, later(seconds * SECOND + 1));
    expect(swept.failures).toEqual([]);
    copied += swept.copied;
  }
  return copied;
}

const isCopy = ({ sk }: Record<string, unknown>) => String(sk).includes('#');

async function relayed(items: readonly Record<string, unknown>[]): Promise<void> {
  const ports = { log: eventAppendStore(table, {}), pause: async () => {}, readWebhooks: () => [], recipientsAmong: () => [] };
  await appendEvents(
    'org_A',
    items.map((item) => OutboxEvent.parse(item)),
    NOW,
    ports,
  );
}

it('an event that the relay has numbered is not due any more, and the sweep of an outbox without any costs a Query for each shard', async () => {
  const { items } = holdItems(dynamo, []);
  await table.transact([outboxWrite(table, anEvent(0))]);
  expect([...items.values()][0]).toMatchObject({
    duePk: `DUE#OUTBOX#${outboxShard(eventId(0))}`,
    stepDueAt: iso(GRACE_SECONDS * SECOND),
  });
  await relayed([...items.values()]);
  const { pk, sk } = keys.outbox(eventId(0));
  expect(items.get(`${pk}|${sk}`)).toMatchObject({ number: 1 });
  expect(items.get(`${pk}|${sk}`)).not.toHaveProperty('duePk');
  dynamo.resetHistory();
  expect(await sweepAt(DAY_SECONDS)).toBe(0);
  expect(requestsTo(dynamo)).toEqual(Array(OUTBOX_SHARDS).fill('Query'));
});

it('an execution in the outbox has no due mark: its domain is due itself', () => {
  const execution = { kind: 'execution', id: 'evt_1', createdAt: iso(0), organizationId: 'o', domainId: 7, attempt: 1 } as const;
  expect(outboxWrite(table, { ...execution, step: 'check-dns' }).Put?.Item).not.toHaveProperty('duePk');
});

it('an event without a number is copied for the relay after five minutes, and not a moment before: by a read and a transaction', async () => {
  const { items } = holdItems(dynamo, [entryItem(anEvent(0))]);
  expect(await sweepAt(GRACE_SECONDS)).toBe(0);
  expect(items.size).toBe(1);
  dynamo.resetHistory();
  expect(await sweepAt(GRACE_SECONDS + 1)).toBe(1);
  expect(requestsTo(dynamo).filter((name) => name !== 'Query')).toEqual(['GetItem', 'TransactWriteItems']);
  const [copy] = [...items.values()].filter(isCopy);
  expect(OutboxEvent.parse(copy)).toEqual(anEvent(0));
  expect(copy).not.toHaveProperty('duePk');
  expect(log.mock.calls).toEqual([['warn', expect.any(String), { eventId: eventId(0), copies: 1 }]]);
});

it('an event whose copy and original both reach the relay has one number and stands in the log once', async () => {
  const { items } = holdItems(dynamo, [entryItem(anEvent(0))]);
  await sweepAt(GRACE_SECONDS + 1);
  const [original, copy] = [[...items.values()].find((item) => !isCopy(item)), [...items.values()].find(isCopy)];
  await relayed([copy ?? {}]);
  await relayed([original ?? {}, copy ?? {}]);
  const logged = [...items.keys()].filter((id) => /^EVENTS#org_A#/.test(id));
  expect(logged).toHaveLength(1);
  expect(await sweepAt(DAY_SECONDS)).toBe(0);
});

it('an event that is numbered while the sweep looks at it is not copied', async () => {
  const { items, meanwhile } = holdItems(dynamo, [entryItem(anEvent(0))]);
  const { pk, sk } = keys.outbox(eventId(0));
  meanwhile(() => {
    const { duePk: _, stepDueAt: __, ...entry } = entryItem(anEvent(0));
    items.set(`${pk}|${sk}`, { ...entry, number: 7 });
  });
  expect(await sweepAt(GRACE_SECONDS + 1)).toBe(0);
  expect(items.size).toBe(1);
});

it('two sweeps at once copy an event once', async () => {
  const { items } = holdItems(dynamo, [entryItem(anEvent(0))]);
  const both = await Promise.all([sweepAt(GRACE_SECONDS + 1), sweepAt(GRACE_SECONDS + 2)]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect([...items.values()].filter(isCopy)).toHaveLength(1);
});

it.each([
  [undefined, 1],
  [1, 2],
  [6, 64],
  [9, 64],
])('an event that was copied %s times before is due again after %i times five minutes', async (copies = 0, times) => {
  const [entry] = [{ ...anEvent(0), stepDueAt: iso(0), copies }];
  expect(nextCopyAt(entry, NOW)).toBe(iso(times * GRACE_SECONDS * SECOND));
});

it('an event that its relay goes on not to number is copied again, with growing pauses', async () => {
  holdItems(dynamo, [entryItem(anEvent(0))]);
  const copiedAt: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) if (await sweepAt(minute * 60 + 1)) copiedAt.push(minute);
  expect(copiedAt).toEqual([5, 11, 22, 43]);
});

it('an event older than what the log keeps is due no more, and one that is not is', () => {
  const entry = { ...anEvent(0), stepDueAt: iso(0), copies: 0 };
  expect(nextCopyAt(entry, later(30 * DAY_SECONDS * SECOND))).toBeDefined();
  expect(nextCopyAt(entry, later(30 * DAY_SECONDS * SECOND + 1))).toBeUndefined();
});

it('an entry that nobody can read is told and looked at again after hours, by the sweep of another deployment it may be', async () => {
  const { items } = holdItems(dynamo, [{ ...entryItem(anEvent(0)), event: 'no.such.event' }]);
  for (const seconds of [GRACE_SECONDS + 1, GRACE_SECONDS + 301]) expect(await sweepAt(seconds)).toBe(0);
  expect(log.mock.calls.map(([level]) => level)).toEqual(['error']);
  expect([...items.values()]).toMatchObject([{ stepDueAt: iso((GRACE_SECONDS + 1 + 64 * GRACE_SECONDS) * SECOND) }]);
});

it('a long list of unrelayed events is copied in runs of at most 500 of a shard, the oldest first', async () => {
  const inOneShard = Array.from({ length: 610 }, (_, n) => anEvent(n, { id: outboxId(eventId(n), 0) }));
  const { items } = holdItems(dynamo, inOneShard.map(entryItem));
  expect(await sweepAt(DAY_SECONDS)).toBe(500);
  const copied = [...items.values()].filter(isCopy).map(({ id }) => id);
  expect(copied).toEqual(inOneShard.slice(0, 500).map(({ id }) => id));
  expect(await sweepAt(DAY_SECONDS + 1)).toBe(110);
});

it('a broken entry does not keep the sweep of the outbox from the others', async () => {
  const inOneShard = [0, 1].map((n) => anEvent(n, { id: outboxId(eventId(n), 0) }));
  holdItems(dynamo, inOneShard.map(entryItem));
  const outbox = unrelayedStore(table);
  const find = vi.fn(outbox.find).mockRejectedValueOnce(new Error('throttled'));
  const ports = { outbox: { ...outbox, find }, clock: () => later(DAY_SECONDS * SECOND), log };
  const swept = await sweepOutbox(outboxShard(outboxId(eventId(0), 0)), ports, later(DAY_SECONDS * SECOND + 1));
  expect(swept).toEqual({ copied: 1, failures: [new Error('throttled')] });
});
