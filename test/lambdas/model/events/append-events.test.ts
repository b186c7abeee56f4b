import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appendEvents } from '../../../../lambdas/model/events/append-events.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { LoggedEvent } from '../../../../lambdas/model/events/event-log.schema.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { keys, OUTBOX_SHARDS } from '../../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { assertWithinAwsLimits } from '../../../aws-limits.ts';
import { HOUR, later, NOW, SECOND } from '../../a-domain.ts';
import { aWebhook } from '../../api/webhooks/webhooks-api.ts';
import { holdItems } from '../../held-items.ts';
import { anEvent, counterItem, entryItem } from './an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const pause = vi.fn(async () => {});
const readWebhooks = vi.fn((rows: readonly Record<string, unknown>[]) => [...rows]);
const recipientsAmong = (webhooks: readonly Record<string, unknown>[]) => webhooks.map(({ id }) => Number(id));
const table = openTable(new DynamoDBClient({}), 'table');
const ports = { log: eventAppendStore(table, {}), pause, readWebhooks, recipientsAmong };
const DAY = 24 * HOUR;
const three = [anEvent(1), anEvent(2), anEvent(3)];

type Held = ReturnType<typeof holdItems>;
const hold = (events: readonly OutboxEvent[], ...more: Record<string, unknown>[]): Held =>
  holdItems(dynamo, [...events.map(entryItem), ...more]);
const append = (events: readonly OutboxEvent[], now = later(5 * SECOND)) => appendEvents('org_A', events, now, ports);
const numbersOf = (events: readonly OutboxEvent[]) => events.map(({ id, number }) => [id, number]);
/** Ids in the order of their numbers. Asserts that each number matches its key. */
function logIn({ items }: Held, organizationId = 'org_A'): string[] {
  const events = [...items.values()].filter(({ pk }) => String(pk).startsWith(`EVENTS#${organizationId}#`));
  const logged = events.map((item) => LoggedEvent.parse(item)).toSorted((a, b) => a.number - b.number);
  for (const { number } of logged) expect(items.has(idOf(keys.event(organizationId, number)))).toBe(true);
  return logged.map(({ id, number }, index) => (number === index + 1 ? id : `gap before ${number}`));
}
const idOf = ({ pk, sk }: { pk: string; sk: string }) => `${pk}|${sk}`;
const hours = ({ items }: Held) =>
  [...items.values()].filter(({ pk }) => pk === 'EVENTS#org_A').map(({ sk, first }) => [sk, first]);
const transactions = () => dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.TransactItems ?? []);

beforeEach(() => {
  pause.mockClear();
  readWebhooks.mockClear();
});
afterEach(() => {
  for (const { args } of dynamo.calls()) assertWithinAwsLimits(args[0]);
});

describe('events are numbered', () => {
  it('from 1 in the order in which they come, by one Query and one transaction', async () => {
    const held = hold(three);
    expect(numbersOf((await append(three)).logged)).toEqual(three.map(({ id }, index) => [id, index + 1]));
    expect(logIn(held)).toEqual(three.map(({ id }) => id));
    expect(held.items.get(idOf(keys.eventCounter('org_A')))).toMatchObject({ last: 3 });
    for (const [index, { id }] of three.entries()) {
      expect(held.items.get(idOf(keys.outbox(id)))).toMatchObject({ number: index + 1 });
    }
    expect(dynamo.calls()).toHaveLength(2);
    expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input.ConsistentRead).toBe(true);
  });

  it('on from the last', async () => {
    const held = hold(three);
    await append(three.slice(0, 1));
    await append(three.slice(1));
    expect(logIn(held)).toEqual(three.map(({ id }) => id));
  });

  it('by organization, each from 1', async () => {
    const other = anEvent(4, { organizationId: 'org_B' });
    const held = hold([...three, other]);
    await append(three);
    await appendEvents('org_B', [other], NOW, ports);
    expect(logIn(held, 'org_B')).toEqual([other.id]);
  });

  it('in several transactions where they are more than one takes, with one Query', async () => {
    const many = Array.from({ length: 120 }, (_, n) => anEvent(n));
    const held = hold(many);
    await append(many);
    expect(logIn(held)).toEqual(many.map(({ id }) => id));
    expect(transactions().map((writes) => writes.length)).toEqual([100, 99, 45]);
    expect(dynamo.commandCalls(QueryCommand)).toHaveLength(1);
  });

  it('events are kept in the table a day longer than they are shown', async () => {
    const held = hold(three);
    const now = later(5 * SECOND);
    await append(three, now);
    const expiry = Math.ceil(now.getTime() / 1000) + 31 * 86_400;
    expect(held.items.get(idOf(keys.event('org_A', 1)))).toMatchObject({ expiresAtSeconds: expiry, loggedAt: now.toISOString() });
    expect(held.items.get(idOf(keys.eventHour('org_A', '2026-06-01T12')))).toMatchObject({ expiresAtSeconds: expiry });
  });
});

describe('an hour of the event log', () => {
  it('has the number of its first event, written once', async () => {
    const held = hold(three);
    await append(three.slice(0, 1), later(-1));
    await append(three.slice(1, 2), NOW);
    await append(three.slice(2), later(HOUR - 1));
    expect(hours(held)).toEqual([
      ['2026-06-01T11', 1],
      ['2026-06-01T12', 2],
    ]);
  });

  it('does not come back for a clock that is slow', async () => {
    const held = hold(three);
    await append(three.slice(0, 1), NOW);
    await append(three.slice(1, 2), later(-1));
    await append(three.slice(2), NOW);
    expect(hours(held)).toEqual([['2026-06-01T12', 1]]);
  });
});

describe('an event is in the log once', () => {
  it('however often it comes', async () => {
    const held = hold(three);
    await append(three);
    const again = await append(three);
    expect(numbersOf(again.logged)).toEqual(three.map(({ id }, index) => [id, index + 1]));
    expect(logIn(held)).toEqual(three.map(({ id }) => id));
  });

  it('if it is twice in one batch, with and without its number', async () => {
    const held = hold(three);
    await append(three.slice(0, 1));
    const [first, second] = three as [OutboxEvent, OutboxEvent];
    const { logged } = await append([first, second, { ...first, number: 1, recipients: [] }, second]);
    expect(numbersOf(logged)).toEqual([
      [first.id, 1],
      [second.id, 2],
    ]);
    expect(logIn(held)).toEqual([first.id, second.id]);
  });

  it('an event that comes with its number costs no transaction', async () => {
    hold(three);
    const { logged } = await append([{ ...anEvent(1), number: 12, recipients: [] }]);
    expect(numbersOf(logged)).toEqual([[anEvent(1).id, 12]]);
    expect(transactions()).toEqual([]);
  });

  it('unless it is too old; at its last instant it is not', async () => {
    const old = anEvent(0);
    const held = hold([old]);
    expect((await append([old], later(30 * DAY + 1))).logged).toEqual([]);
    expect(logIn(held)).toEqual([]);
    expect((await append([old], later(30 * DAY))).logged).toHaveLength(1);
  });

  it('unless its entry is gone', async () => {
    const held = hold([]);
    await expect(append(three)).rejects.toBeInstanceOf(LostRace);
    expect(held.items.size).toBe(0);
  });
});

describe('when another relay is faster', () => {
  it('the events follow theirs, without a gap', async () => {
    const theirs = [anEvent(10), anEvent(11)];
    const held = hold([...three, ...theirs]);
    const others: Promise<unknown>[] = [];
    held.meanwhile(() => others.push(append(theirs)));
    const { logged } = await append(three);
    await Promise.all(others);
    expect(new Set(logIn(held))).toEqual(new Set([...theirs, ...three].map(({ id }) => id)));
    expect(logged).toHaveLength(3);
  });

  it('an event that it has logged keeps its number, and the rest follow', async () => {
    const held = hold(three);
    held.meanwhile(() => {
      // The effect of another relay's transaction.
      const theirs = three[1] as OutboxEvent;
      const key = idOf(keys.outbox(theirs.id));
      held.items.set(key, { ...held.items.get(key), number: 1, recipients: [] });
      const item = { ...keys.event('org_A', 1), ...theirs, number: 1, loggedAt: NOW.toISOString() };
      held.items.set(idOf(keys.event('org_A', 1)), item);
      held.items.set(idOf(keys.eventCounter('org_A')), counterItem(1, '2026-06-01T12'));
    });
    const { logged } = await append(three);
    expect(logged.map(({ number }) => number)).toEqual([2, 1, 3]);
    expect(logIn(held)).toEqual([three[1], three[0], three[2]].map((event) => event?.id));
    expect(pause).toHaveBeenCalledTimes(1);
  });

  it('as many relays at once as the outbox has partitions number every event once, without a gap, and none gives up', async () => {
    const many = Array.from({ length: 5 * OUTBOX_SHARDS }, (_, n) => anEvent(n));
    const held = hold(many);
    const batches = Array.from({ length: OUTBOX_SHARDS }, (_, n) => [...many.slice(n * 5, n * 5 + 5), ...many.slice(0, 2)]);
    await Promise.all(batches.map((batch) => append(batch)));
    expect(new Set(logIn(held))).toEqual(new Set(many.map(({ id }) => id)));
    expect(logIn(held)).toHaveLength(many.length);
  });

  it('more often in a row than the outbox has partitions, the numbering is given up, and nothing is written', async () => {
    const held = hold(three);
    let last = 100;
    const overtake = () => held.items.set(idOf(keys.eventCounter('org_A')), counterItem(last++, '2026-06-01T12'));
    for (let n = 0; n < 2 * OUTBOX_SHARDS; n += 1) held.meanwhile(overtake);
    await expect(append(three)).rejects.toBeInstanceOf(LostRace);
    expect(transactions()).toHaveLength(OUTBOX_SHARDS + 2);
    expect(pause).toHaveBeenCalledTimes(OUTBOX_SHARDS + 1);
    expect(logIn(held)).toEqual([]);
  });

  it('a counter that is behind the log overwrites nothing', async () => {
    const held = hold(three);
    await append(three.slice(0, 2));
    held.items.set(idOf(keys.eventCounter('org_A')), counterItem(1, '2026-06-01T12'));
    await expect(append(three.slice(2))).rejects.toBeInstanceOf(LostRace);
    expect(logIn(held)).toEqual([three[0]?.id, three[1]?.id]);
  });
});

describe('the webhooks of the organization', () => {
  it('come with the Query of its events, without the counter', async () => {
    hold(three, aWebhook(5), aWebhook(7), aWebhook(6, { organizationId: 'org_B' }), counterItem(4, '2026-06-01T12'));
    const { webhooks, logged } = await append(three);
    expect(webhooks.map(({ id }) => id)).toEqual([5, 7]);
    expect(logged.map(({ number }) => number)).toEqual([5, 6, 7]);
    expect(dynamo.commandCalls(QueryCommand)).toHaveLength(1);
  });

  it('are read once for a batch, also where another relay has numbered some of it', async () => {
    hold(three, aWebhook(5), counterItem(4, '2026-06-01T12'));
    const { logged } = await append([...three.slice(0, 2), { ...anEvent(3), number: 1, recipients: [7] }]);
    expect(logged.map(({ recipients }) => recipients)).toEqual([[5], [5], [7]]);
    expect(readWebhooks).toHaveBeenCalledTimes(1);
  });

  it('come page by page where they are over a megabyte', async () => {
    hold(three);
    const [first, second] = [aWebhook(5), aWebhook(7)];
    const next = { pk: first.pk, sk: first.sk };
    const rest = { Items: [second, counterItem(4, '2026-06-01T12')] };
    dynamo.on(QueryCommand).callsFake(({ ExclusiveStartKey: at }) => (at ? rest : { Items: [first], LastEvaluatedKey: next }));
    const { webhooks } = await append([{ ...anEvent(1), number: 1, recipients: [] }]);
    expect(webhooks.map(({ id }) => id)).toEqual([5, 7]);
    expect(dynamo.commandCalls(QueryCommand)[1]?.args[0].input.ExclusiveStartKey).toEqual(next);
  });
});
