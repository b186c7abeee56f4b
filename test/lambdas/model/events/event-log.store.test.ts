import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { eventLogStore } from '../../../../lambdas/model/events/event-log.store.ts';
import { EVENTS_IN_PARTITION, keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, iso, later, NOW, SECOND } from '../../a-domain.ts';
import { holdItems } from '../../held-items.ts';
import { anEvent, counterItem, entryItem, eventId, logItem } from './an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const events = eventLogStore(table, {});
const MINUTE = 60 * SECOND;
const page = async (after: number, limit: number, now = later(HOUR)) =>
  (await events.page('org_A', after, limit, now)).map(({ number }) => number);
const log = (...numbers: number[]) => numbers.map((n) => logItem(anEvent(n), n, NOW.toISOString()));
const hourItem = (at: Date, first: number) => ({ ...keys.eventHour('org_A', at.toISOString().slice(0, 13)), first });

describe('an event', () => {
  it('is found by its id, with one request', async () => {
    holdItems(dynamo, [entryItem(anEvent(1, { number: 4 })), entryItem(anEvent(2))]);
    expect(await events.find(eventId(1))).toEqual(anEvent(1, { number: 4 }));
    expect(dynamo.calls()).toHaveLength(1);
    expect(await events.find(eventId(3))).toBeUndefined();
  });

  it('an execution in the log is found as no event', async () => {
    const execution = { kind: 'execution', id: eventId(1), createdAt: iso(0), organizationId: 'org_A' };
    holdItems(dynamo, [{ ...keys.outbox(eventId(1)), ...execution, domainId: 7, attempt: 1, step: 'check-dns' }]);
    expect(await events.find(eventId(1))).toBeUndefined();
  });
});

describe('a page of the log', () => {
  it('has what follows a number, by number, with one strongly consistent Query', async () => {
    holdItems(dynamo, [...log(3, 1, 2, 4, 5), logItem(anEvent(9, { organizationId: 'org_B' }), 3)]);
    expect(await page(1, 3)).toEqual([2, 3, 4]);
    expect(dynamo.calls()).toHaveLength(1);
    expect(dynamo.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({ ConsistentRead: true, Limit: 3 });
    expect(await page(5, 3)).toEqual([]);
  });

  it('continues where a partition ends, with one more Query', async () => {
    const first = EVENTS_IN_PARTITION;
    holdItems(dynamo, log(first - 2, first - 1, first, first + 1, first + 2));
    expect(await page(first - 3, 4)).toEqual([first - 2, first - 1, first, first + 1]);
    expect(dynamo.calls()).toHaveLength(2);
    expect(await page(first - 1, 2)).toEqual([first, first + 1]);
  });

  it('costs one Query at the end of the log', async () => {
    holdItems(dynamo, log(1, 2));
    expect(await page(0, 50)).toEqual([1, 2]);
    expect(await page(2, 50)).toEqual([]);
    expect(dynamo.calls()).toHaveLength(2);
  });

  it('is filled by further Queries where events are long', async () => {
    const [one, two, three] = log(1, 2, 3);
    const next = { pk: one?.pk, sk: one?.sk };
    holdItems(dynamo, []);
    dynamo
      .on(QueryCommand)
      .callsFake(({ ExclusiveStartKey: at }) => (at ? { Items: [two, three] } : { Items: [one], LastEvaluatedKey: next }));
    expect(await page(0, 3)).toEqual([1, 2, 3]);
    expect(dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input.Limit)).toEqual([3, 2]);
  });

  it.each([
    ['among its items', [1, 2, 4, 5], 0, [1, 2]],
    ['at its beginning', [2, 3], 0, []],
  ])(
    'ends before a fresh gap %s: the event that fills it must not appear behind a cursor',
    async (_, numbers, after, expected) => {
      holdItems(dynamo, log(...numbers));
      expect(await page(after, 50, later(MINUTE - 1))).toEqual(expected);
    },
  );

  it('passes over a gap that is a minute old', async () => {
    holdItems(dynamo, log(2, 4));
    expect(await page(0, 50, later(MINUTE))).toEqual([2, 4]);
  });

  it('ends before a fresh gap, also behind an old one', async () => {
    holdItems(dynamo, [...log(2), logItem(anEvent(4), 4, iso(HOUR))]);
    expect(await page(0, 50, later(HOUR))).toEqual([2]);
  });
});

describe('the number before an instant', () => {
  const twelve = hourItem(NOW, 10);
  const fifteen = hourItem(later(3 * HOUR), 20);
  const held = [twelve, fifteen, counterItem(25, '2026-06-01T15')];

  it.each([
    ['in the first hour of the log', later(10 * MINUTE), 9],
    ['before the log began', later(-24 * HOUR), 9],
    ['in an hour without events: what came before cannot be meant', later(2 * HOUR), 19],
    ['in the hour of the last event', later(3 * HOUR + 10 * MINUTE), 19],
    ['in an hour after all', later(5 * HOUR), 25],
    ['within a minute after the hour, as clocks differ', later(4 * HOUR + MINUTE - 1), 19],
    ['a minute after the hour', later(4 * HOUR + MINUTE), 25],
  ])('%s is known', async (_, since, expected) => {
    holdItems(dynamo, held);
    expect(await events.numberBefore('org_A', since)).toBe(expected);
    expect(dynamo.calls()).toHaveLength(2);
  });

  it('is 0 while the log is empty', async () => {
    holdItems(
      dynamo,
      [hourItem(NOW, 3)].map((item) => ({ ...item, pk: 'EVENTS#org_B' })),
    );
    expect(await events.numberBefore('org_A', NOW)).toBe(0);
  });

  it.each([2, 3])('is below the events of an hour that begins between its two requests, %i hours later', async (hours) => {
    holdItems(dynamo, [twelve, counterItem(25, '2026-06-01T15')]);
    dynamo
      .on(QueryCommand)
      .resolvesOnce({})
      .resolvesOnce({ Items: [fifteen] });
    expect(await events.numberBefore('org_A', later(hours * HOUR + MINUTE))).toBe(19);
  });

  it('is the last one where hours have expired', async () => {
    holdItems(dynamo, [counterItem(25, '2026-06-01T15')]);
    expect(await events.numberBefore('org_A', NOW)).toBe(25);
  });
});
