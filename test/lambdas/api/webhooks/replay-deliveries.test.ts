import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { ReplayResource } from '../../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import { retainedRange } from '../../../../lambdas/model/webhooks/delivery.ts';
import { iso, later, SECOND } from '../../a-domain.ts';
import { clock, dynamo, itemsUnder, limitsItem, tableHolds } from '../api-caller.ts';
import { aLog } from '../events/events-api.ts';
import { aDelivery, call, DAY, deliveryQueue, FAILED, issued, sent } from './deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from './webhooks-api.ts';

type Item = Record<string, unknown>;
const PATH = `/api/webhooks/${WEBHOOK_ID}/replay`;
const webhook = (changes = {}) => aWebhook(WEBHOOK_ID, { createdAt: iso(-40 * DAY * SECOND), ...changes });
const since = iso(-10 * DAY * SECOND);
const replay = (body: unknown = { since }) => call({ path: PATH, body });
const hold = (...more: Item[]) =>
  tableHolds(webhook(), ...aLog([issued(-100), issued(-90)]), aDelivery(issued(-90), FAILED), ...more);
const eventsSent = () => sent.map(({ eventId }) => eventId);
const idsOf = (...events: { id: string }[]) => events.map(({ id }) => id);

/** Repeats the call until nothing is left. Returns the number of queued deliveries per call. */
async function replayAll(body: Item): Promise<number[]> {
  const queued: number[] = [];
  let cursor: string | undefined;
  do {
    const { json } = await replay({ ...body, ...(cursor && { cursor }) });
    queued.push(json.queued);
    cursor = json.next_cursor ?? undefined;
  } while (cursor);
  return queued;
}

beforeEach(() => {
  sent.length = 0;
});

describe('200: a replay', () => {
  const [missed, failed, done, waiting] = [issued(-4 * DAY), issued(-3 * DAY), issued(-2 * DAY), issued(-DAY)];
  const rows = [aDelivery(failed, FAILED), aDelivery(done), aDelivery(waiting, { state: 'pending' })];
  const failedTest = aDelivery(issued(-90), { ...FAILED, body: '{"id":"evt_1"}' });
  const holdAll = (...more: Item[]) => tableHolds(webhook(), ...aLog([missed, failed, done, waiting]), ...rows, ...more);

  it('a replay sends what has failed and what was missed, and nothing else', async () => {
    const items = holdAll();
    const { status, json } = await replay();
    expect(status).toBe(200);
    expect(ReplayResource.parse(json)).toEqual({ queued: 2, next_cursor: null });
    expect(sent).toMatchObject([
      { eventId: failed.id, series: 2, attempt: 1 },
      { eventId: missed.id, series: 1, attempt: 1, body: missed.body },
    ]);
    const deliveries = itemsUnder(items, 'DELIVERIES#');
    expect(deliveries.filter(({ state }) => state === 'pending')).toHaveLength(3);
    expect(deliveries.find(({ eventId }) => eventId === missed.id)).toMatchObject({ series: 1, stepDueAt: iso(600 * SECOND) });
  });

  it.each([
    [['failed'], [failed.id]],
    [['missed'], [missed.id]],
    [
      ['missed', 'failed'],
      [failed.id, missed.id],
    ],
  ])('a replay of %j sends those alone', async (states, expected) => {
    holdAll();
    await replay({ since, states });
    expect(eventsSent()).toEqual(expected);
  });

  it.each([
    ['from the instant on', { since: missed.createdAt, until: failed.createdAt }, [failed.id, missed.id]],
    ['not before', { since: iso(-4 * DAY * SECOND + 1), until: failed.createdAt }, [failed.id]],
    ['not after', { since, until: iso(-3 * DAY * SECOND - 1) }, [missed.id]],
    ['in any zone', { since: missed.createdAt.replace('12:00:00.000Z', '14:30:00+02:30') }, [failed.id, missed.id]],
  ])('a replay is of events made in the time asked for: %s', async (_, body, expected) => {
    holdAll();
    expect((await replay(body)).status).toBe(200);
    expect(eventsSent()).toEqual(expected);
  });

  it('a replay leaves tests out: nothing has happened that they tell', async () => {
    holdAll(failedTest);
    expect((await replay()).json).toEqual({ queued: 2, next_cursor: null });
    expect(eventsSent()).toEqual(idsOf(failed, missed));
  });

  it('a replay done a second time sends nothing: all is under way', async () => {
    holdAll();
    await replay();
    expect((await replay()).json).toEqual({ queued: 0, next_cursor: null });
    expect(sent).toHaveLength(2);
  });

  it('a replay done twice at once sends each delivery once', async () => {
    holdAll();
    const answers = await Promise.all([replay(), replay()]);
    expect(answers.reduce((sum, { json }) => sum + json.queued, 0)).toBe(2);
    expect(eventsSent().toSorted()).toEqual(idsOf(missed, failed));
  });

  it('a replay is on the audit record, with how many it was', async () => {
    const items = holdAll();
    await replay({ since, states: ['failed'] });
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      { action: 'webhook.replayed', after: { since, until: iso(0), states: ['failed'], queued: 1 } },
    ]);
  });
});

describe('200: a replay of more than is kept', () => {
  const [gone, oldest] = [issued(-30 * DAY - 1), issued(-30 * DAY)];
  const holdBoth = () => tableHolds(webhook(), aDelivery(gone, FAILED), aDelivery(oldest, FAILED), ...aLog([issued(-90)]));
  const queries = () => dynamo.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
  const partitionsRead = () => queries().flatMap((input) => input.ExpressionAttributeValues?.[':pk'] ?? []);

  it.each([
    ['a millisecond more', iso(-30 * DAY * SECOND - 1)],
    ['a year', iso(-365 * DAY * SECOND)],
    ['all that ever was', '0000-01-01T00:00:00+23:59'],
  ])('covers what is kept: %s', async (_, from) => {
    holdBoth();
    const { status, json } = await replay({ since: from, until: '9999-12-31T23:59:59-23:59' });
    expect([status, json]).toEqual([200, { queued: 2, next_cursor: null }]);
    expect(eventsSent()).toEqual(idsOf(oldest, issued(-90)));
    const months = partitionsRead().filter((pk) => pk.includes('DELIVERIES#'));
    expect(new Set(months).size).toBeLessThanOrEqual(3);
    expect(months.length).toBeLessThanOrEqual(4);
  });

  it('sends nothing if its time ended before that', async () => {
    holdBoth();
    const { status, json } = await replay({ since: iso(-60 * DAY * SECOND), until: iso(-40 * DAY * SECOND) });
    expect([status, json, sent]).toEqual([200, { queued: 0, next_cursor: null }, []]);
    expect(partitionsRead()).toEqual([]);
  });

  it('continues by its cursor, though the time moves on', async () => {
    const rows = Array.from({ length: 510 }, (_, index) => aDelivery(issued(index - 30 * DAY), FAILED));
    tableHolds(webhook(), ...rows);
    const from = { since: iso(-30 * DAY * SECOND), states: ['failed'] };
    const { next_cursor: cursor } = (await replay(from)).json;
    clock.now = later(2 * SECOND);
    expect([(await replay({ ...from, cursor })).json, sent.length]).toEqual([{ queued: 10, next_cursor: null }, 510]);
  });

  it('continues with what is left, where its cursor is older than that', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => aDelivery(issued(index * 60 - 30 * DAY), FAILED));
    tableHolds(webhook(), ...rows);
    const from = { since: iso(-30 * DAY * SECOND), states: ['failed'] };
    const { next_cursor: cursor } = (await replay(from)).json;
    clock.now = later(599 * 60 * SECOND);
    expect((await replay({ ...from, cursor })).json).toEqual({ queued: 1, next_cursor: null });
    clock.now = later(5 * DAY * SECOND);
    dynamo.resetHistory();
    expect((await replay({ ...from, cursor })).json).toEqual({ queued: 0, next_cursor: null });
    const [first] = queries().map((input) => input.ExpressionAttributeValues?.[':first'] ?? '');
    expect(first).toBe(retainedRange(clock.now).first);
  });
});

describe('200: a replay of many deliveries', () => {
  const failed = Array.from({ length: 510 }, (_, index) => issued(index - 5 * DAY));
  const missed = Array.from({ length: 120 }, (_, index) => issued(index - 4 * DAY));
  const rows = failed.map((event) => aDelivery(event, FAILED));
  const holdMany = () => tableHolds(limitsItem(), webhook(), ...aLog(missed), ...rows);

  it('queues at most 500 a call, oldest first, each once, what failed before what was missed', async () => {
    holdMany();
    const queued = await replayAll({ since });
    expect(Math.max(...queued)).toBeLessThanOrEqual(500);
    expect(eventsSent()).toEqual(idsOf(...failed, ...missed));
  });

  it('continues where it was, though what it sent has failed again at once', async () => {
    const items = tableHolds(webhook(), ...rows);
    const first = await replay({ since, states: ['failed'] });
    for (const row of itemsUnder(items, 'DELIVERIES#')) items.set(`${row.pk}|${row.sk}`, { ...row, state: 'failed' });
    const second = await replay({ since, states: ['failed'], cursor: first.json.next_cursor });
    expect([first.json.queued + second.json.queued, second.json.next_cursor]).toEqual([510, null]);
    expect(new Set(eventsSent()).size).toBe(510);
  });

  it('begins no batch after 15 seconds, and continues there', async () => {
    holdMany();
    const send = deliveryQueue.send.getMockImplementation();
    deliveryQueue.send.mockImplementation(async (messages) => {
      clock.now = new Date(clock.now.getTime() + 5 * SECOND);
      return send?.(messages) ?? [];
    });
    const { json } = await replay();
    deliveryQueue.send.mockImplementation(async (messages) => send?.(messages) ?? []);
    expect(json.queued).toBe(300);
    await replay({ since, cursor: json.next_cursor });
    expect(eventsSent().slice(0, 500)).toEqual(idsOf(...failed.slice(0, 500)));
  });

  it('has the same end on every call: what is made meanwhile is not part of it', async () => {
    const later600 = issued(600);
    tableHolds(webhook(), ...rows, ...aLog([missed[0] ?? issued(0)]));
    const { next_cursor: cursor } = (await replay()).json;
    tableHolds(webhook(), ...aLog([...missed, later600]));
    clock.now = later(3600 * SECOND);
    await replay({ since, cursor });
    expect(eventsSent()).toEqual(expect.arrayContaining(idsOf(...missed)));
    expect(eventsSent()).not.toContain(later600.id);
  });
});

describe('409', () => {
  it('a replay to a disabled webhook is refused: it is to be enabled first', async () => {
    tableHolds(webhook({ status: 'disabled' }), aDelivery(issued(-90), FAILED));
    const { status, json } = await replay();
    expect([status, json.error.message]).toEqual([409, expect.stringMatching(/enable it first/)]);
    expect(sent).toEqual([]);
  });
});

describe('422', () => {
  const zone = ['must be an instant with a zone, like 2026-11-21T09:30:00Z'];
  it.each([
    ['without since', {}, { since: ['is required'] }],
    ['since a day', { since: '2026-05-30' }, { since: zone }],
    ['since an instant without a zone', { since: '2026-05-30T00:00:00' }, { since: zone }],
    ['since no day', { since: '2026-02-30T00:00:00Z' }, { since: zone }],
    ['since the future', { since: iso(1) }, { since: ['must not be in the future'] }],
    ['until since', { since, until: since }, { until: ['must be after since'] }],
    ['of other states', { since, states: ['succeeded'] }, { 'states[0]': ['must be one of failed, missed'] }],
    ['of no states', { since, states: [] }, { states: ['needs at least one state'] }],
    ['with a cursor of its own', { since, cursor: 'x.y' }, { cursor: [expect.stringMatching(/not a cursor/)] }],
  ])('a replay is refused with %s', async (_, body, errors) => {
    hold();
    const { status, json } = await replay(body);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
    expect(sent).toEqual([]);
  });

  it('a replay since now is possible', async () => {
    hold();
    expect((await replay({ since: iso(0) })).status).toBe(200);
  });
});
