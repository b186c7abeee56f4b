import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { MAX_RESTORES } from '../../../../contract/stack/settings.schema.ts';
import { appendEvents } from '../../../../lambdas/model/events/append-events.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { NUMBERS_OF_EPOCH, nextEventNumber } from '../../../../lambdas/model/events/event-log.schema.ts';
import { eventLogStore } from '../../../../lambdas/model/events/event-log.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, later, NOW } from '../../a-domain.ts';
import { holdItems } from '../../held-items.ts';
import { anEvent, entryItem } from './an-event.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const AN_HOUR_LATER = later(HOUR);

/** A log of events with their relay and a reader with a cursor. */
function aLog() {
  let held = holdItems(
    dynamo,
    Array.from({ length: 40 }, (_, n) => entryItem(anEvent(n))),
  );
  let restoreEpoch = 0;
  let made = 0;
  return {
    /** The relay numbers this many new events. Returns the numbers. */
    async happen(count: number): Promise<number[]> {
      const events = Array.from({ length: count }, () => anEvent(made++));
      const ports = { pause: async () => {}, readWebhooks: () => [], recipientsAmong: () => [] };
      const log = eventAppendStore(table, { restoreEpoch });
      const { logged } = await appendEvents('org_A', events, NOW, { ...ports, log });
      return logged.map(({ number }) => number);
    },
    after: async (number: number, limit = 50) =>
      (await eventLogStore(table, { restoreEpoch }).page('org_A', number, limit, AN_HOUR_LATER)).map((event) => event.number),
    backup: () => structuredClone([...held.items.values()]),
    /** The operator restores the table and raises the epoch. Later events are different ones. */
    restore(backup: Record<string, unknown>[]) {
      held = holdItems(dynamo, backup);
      restoreEpoch += 1;
    },
    requests: () => dynamo.calls().length,
  };
}

describe('after the table was restored', () => {
  it('no number is used again, and a reader who continues from before misses nothing', async () => {
    const log = aLog();
    await log.happen(3);
    const backup = log.backup();
    expect(await log.happen(4)).toEqual([4, 5, 6, 7]);
    log.restore(backup);
    const first = NUMBERS_OF_EPOCH + 1;
    expect(await log.happen(2)).toEqual([first, first + 1]);
    expect(await log.happen(1)).toEqual([first + 2]);
    expect(await log.after(7)).toEqual([first, first + 1, first + 2]);
    expect(await log.after(2)).toEqual([3, first, first + 1, first + 2]);
    expect(await log.after(2, 2)).toEqual([3, first]);
    expect(await log.after(first)).toEqual([first + 1, first + 2]);
  });

  it('twice, a reader from before the first time continues behind the second', async () => {
    const log = aLog();
    await log.happen(1);
    const backup = log.backup();
    await log.happen(1);
    log.restore(backup);
    await log.happen(2);
    log.restore(backup);
    expect(await log.happen(1)).toEqual([2 * NUMBERS_OF_EPOCH + 1]);
    for (const cursor of [1, 2, NUMBERS_OF_EPOCH + 2]) expect(await log.after(cursor)).toEqual([2 * NUMBERS_OF_EPOCH + 1]);
  });

  it('a reader who has come to the new numbers needs one Query, and one more per restore before', async () => {
    const log = aLog();
    await log.happen(1);
    log.restore(log.backup());
    await log.happen(2);
    const before = log.requests();
    await log.after(NUMBERS_OF_EPOCH + 1);
    expect(log.requests() - before).toBe(1);
    await log.after(0);
    expect(log.requests() - before).toBe(3);
  });

  it('an event that the backup had not numbered yet gets a new number, and a numbered one keeps it', async () => {
    const log = aLog();
    const [number] = await log.happen(1);
    log.restore(log.backup());
    const ports = { pause: async () => {}, readWebhooks: () => [], recipientsAmong: () => [] };
    const again = { ...anEvent(0), number: number ?? 0 };
    const { logged } = await appendEvents('org_A', [again, anEvent(1)], NOW, {
      ...ports,
      log: eventAppendStore(table, { restoreEpoch: 1 }),
    });
    expect(logged.map((event) => event.number)).toEqual([1, NUMBERS_OF_EPOCH + 1]);
  });
});

it('the numbers of events are whole and in the order of their text also in the last epoch there is', () => {
  const last = nextEventNumber(0, MAX_RESTORES);
  expect(Number.isSafeInteger(last + NUMBERS_OF_EPOCH)).toBe(true);
  expect(keys.event('org_A', last + 1).sk > keys.event('org_A', last).sk).toBe(true);
  expect(keys.event('org_A', last).sk > keys.event('org_A', nextEventNumber(0, 0)).sk).toBe(true);
});
