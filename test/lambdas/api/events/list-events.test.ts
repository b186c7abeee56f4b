import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { EventPage } from '../../../../lambdas/api/events/event-resource.schema.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { EVENTS_IN_PARTITION, keys } from '../../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, SECOND } from '../../a-domain.ts';
import { anEvent, counterItem, entryItem, eventId, logItem } from '../../model/events/an-event.ts';
import { COUNTED, clock, dynamo, KEPT, tableHolds, wholeRequests } from '../api-caller.ts';
import { aLog, eventsApi } from './events-api.ts';

const call = eventsApi();
const list = (query = '') => call({ method: 'GET', path: '/api/events', query });
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const idsOf = (events: readonly OutboxEvent[]) => events.map(({ id }) => id);
const DAYS = 24 * HOUR;
const DAY_SECONDS = 86_400;
/** Created in the five minutes before NOW. */
const five = [-300, -240, -180, -120, -60].map((n) => anEvent(n));
const hold = (...more: Record<string, unknown>[]) => tableHolds(...aLog(five), ...more);
/** Advances time and forgets the requests so far. */
const at = (milliseconds: number) => {
  clock.now = later(milliseconds);
  dynamo.resetHistory();
};

describe('200', () => {
  it('the event log comes oldest first, as events are delivered, none of another organization', async () => {
    hold(logItem(anEvent(-1, { organizationId: 'org_B' }), 6));
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(EventPage.parse(json).data).toEqual(five.map(({ body }) => JSON.parse(body)));
  });

  it('an empty event log has a place all the same, from which the first event is seen', async () => {
    const items = tableHolds();
    const { json } = await list();
    expect(EventPage.parse(json).data).toEqual([]);
    for (const item of aLog(five)) items.set(`${item.pk}|${item.sk}`, item);
    expect(ids((await list(`cursor=${json.next_cursor}`)).json)).toEqual(idsOf(five));
  });

  it.each([1, 2, 3, 5, 50])(
    'the event log comes page after page, %i at once, each event once, also what happens meanwhile',
    async (limit) => {
      const items = hold();
      const seen: string[] = [];
      let cursor = '';
      for (let n = 0; n < 10; n += 1) {
        const { json } = await list(`limit=${limit}${cursor && `&cursor=${cursor}`}`);
        seen.push(...ids(json));
        cursor = json.next_cursor;
        if (n === 5) for (const item of aLog([...five, anEvent(1)])) items.set(`${item.pk}|${item.sk}`, item);
      }
      expect(seen).toEqual([...idsOf(five), eventId(1)]);
    },
  );

  it('a page of the event log by its cursor takes two round trips, and so does a check that finds nothing', async () => {
    hold();
    const { next_cursor } = (await list('limit=4')).json;
    dynamo.resetHistory();
    const { json } = await list(`cursor=${next_cursor}`);
    expect(ids(json)).toEqual([eventId(-60)]);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query EVENTS#org_A#0 0000000000000005']);
    dynamo.resetHistory();
    expect(ids((await list(`cursor=${json.next_cursor}`)).json)).toEqual([]);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query EVENTS#org_A#0 0000000000000006']);
  });

  it.each(['', '&event=domain.created'])(
    'a page of large events ends before it is too long an answer for Lambda %s',
    async (query) => {
      const body = JSON.stringify({ id: 'x', data: '"'.repeat(50_000) });
      const large = Array.from({ length: 130 }, (_, n) => anEvent(n - 300, { body: body.replace('x', eventId(n - 300)) }));
      const others = Array.from({ length: 40 }, (_, n) => anEvent(n - 340, { event: 'domain.updated', body: '{}' }));
      tableHolds(
        ...aLog(query === '' ? large : [...others.slice(0, 20), ...large.slice(0, 20), ...others.slice(20), ...large.slice(20)]),
      );
      const seen: string[] = [];
      let cursor = '';
      for (let pages = 0; seen.length < large.length && pages < 10; pages += 1) {
        const { json } = await list(`limit=60${query}${cursor && `&cursor=${cursor}`}`);
        expect(Buffer.byteLength(JSON.stringify(JSON.stringify(json)))).toBeLessThan(6_000_000);
        expect(json.data.length).toBeGreaterThan(0);
        seen.push(...ids(json));
        cursor = json.next_cursor;
      }
      expect(seen).toEqual(idsOf(large));
    },
  );

  it('a fresh gap in the event log ends the page before it, and the cursor too', async () => {
    const items = hold(logItem(anEvent(0), 7));
    const { json } = await list();
    expect(ids(json)).toEqual(idsOf(five));
    const late = logItem(anEvent(-1), 6);
    items.set(`${late.pk}|${late.sk}`, late);
    expect(ids((await list(`cursor=${json.next_cursor}`)).json)).toEqual([eventId(-1), eventId(0)]);
  });
});

describe('sort=newest', () => {
  const newest = (query = '') => list(`sort=newest${query}`);

  it('begins with the last event, by two requests of its own, and by one from the cursor on', async () => {
    hold(logItem(anEvent(-1, { organizationId: 'org_B' }), 6));
    const first = await newest('&limit=3');
    expect(ids(EventPage.parse(first.json))).toEqual([-60, -120, -180].map(eventId));
    expect(wholeRequests()).toEqual([...COUNTED, 'GetItem ORG#org_A WEBHOOKS', 'Query EVENTS#org_A#0 0000000000000005']);
    dynamo.resetHistory();
    expect(ids((await newest(`&limit=3&cursor=${first.json.next_cursor}`)).json)).toEqual([-240, -300].map(eventId));
    expect(wholeRequests()).toEqual([...COUNTED, 'Query EVENTS#org_A#0 0000000000000002']);
  });

  it.each([1, 2, 3, 5, 50])(
    'shows %i at once each event once, then nothing, and what happens meanwhile in a new list',
    async (limit) => {
      const items = hold();
      const seen: string[] = [];
      let cursor = '';
      for (let n = 0; n < 8; n += 1) {
        const { json } = await newest(`&limit=${limit}${cursor && `&cursor=${cursor}`}`);
        seen.push(...ids(json));
        cursor = json.next_cursor;
        if (n === 0) for (const item of aLog([...five, anEvent(1)])) items.set(`${item.pk}|${item.sk}`, item);
      }
      expect(seen).toEqual(idsOf(five).toReversed());
      expect(ids((await newest('&limit=1')).json)).toEqual([eventId(1)]);
    },
  );

  it('goes on in the partition before, and ends where the log begins', async () => {
    tableHolds(...aLog(five, EVENTS_IN_PARTITION - 2));
    expect(ids((await newest()).json)).toEqual(idsOf(five).toReversed());
    tableHolds();
    expect((await newest()).json.data).toEqual([]);
  });

  it('filters as the list from the beginning does, and reads no further back than the filter', async () => {
    const others = five.map((event, n) => ({ ...event, event: n % 2 ? ('domain.updated' as const) : event.event, domainId: n }));
    tableHolds(...aLog(others));
    expect(ids((await newest('&event=domain.updated')).json)).toEqual([-120, -240].map(eventId));
    expect(ids((await newest('&domain_id=2')).json)).toEqual([eventId(-180)]);
    expect(ids((await newest(`&since=${iso(-200 * SECOND)}`)).json)).toEqual([-60, -120, -180].map(eventId));
    const many = Array.from({ length: 600 }, (_, n) => anEvent(n * 10 - 6000));
    tableHolds(...aLog(many));
    await newest(`&since=${iso(-600 * SECOND)}&domain_id=8`);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A WEBHOOKS',
      'Query EVENTS#org_A#0 0000000000000600',
      'Query EVENTS#org_A#0 0000000000000550',
    ]);
  });

  it.each(['', `&since=${iso(-600 * SECOND)}`, '&domain_id=8'])('ends where the cursor stays the same %s', async (query) => {
    tableHolds(...aLog(Array.from({ length: 600 }, (_, n) => anEvent(n * 10 - 6000))));
    let json = (await newest(query)).json;
    for (let n = 0; n < 15; n += 1) {
      const next = (await newest(`${query}&cursor=${json.next_cursor}`)).json;
      if (next.next_cursor === json.next_cursor) expect(next.data).toEqual([]);
      if (next.next_cursor === json.next_cursor) return;
      // Events that are not listed must not cause an empty page.
      expect(next.data).not.toEqual([]);
      json = next;
    }
    expect.unreachable();
  });

  it('does not show what is older than 30 days, and is refused with after', async () => {
    hold();
    at(30 * DAYS - 200 * SECOND);
    expect(ids((await newest()).json)).toEqual([-60, -120, -180].map(eventId));
    expect((await newest(`&after=${eventId(-60)}`)).status).toBe(422);
    expect((await list('sort=latest')).status).toBe(422);
  });
});

describe('after', () => {
  it('the event log after an event is what follows it', async () => {
    hold();
    expect(ids((await list(`after=${eventId(-240)}`)).json)).toEqual(idsOf(five.slice(2)));
  });

  it.each([
    ['is not there', []],
    ["is another organization's", [entryItem(anEvent(0, { organizationId: 'org_B', number: 3 }))]],
    ['is not in the log yet', [entryItem(anEvent(0))]],
    ['is older than 30 days', [entryItem(anEvent(-30 * DAY_SECONDS - 1, { id: eventId(0), number: 1 }))]],
  ])('the event log after an event that %s is refused', async (_, items) => {
    hold(...items);
    const { status, json } = await list(`after=${eventId(0)}`);
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json).error).toMatchObject({
      details: { errors: { after: [expect.stringContaining('is not in the log')] } },
    });
  });

  it('the event log after what is no id is not looked for', async () => {
    hold();
    const { status, json } = await list('after=evt_1');
    expect([status, json.error.details.errors]).toEqual([422, { after: ['is not the id of an event'] }]);
    expect(wholeRequests()).toEqual([...COUNTED, KEPT]);
  });

  it('the event log after an event is refused together with a cursor', async () => {
    hold();
    const { next_cursor } = (await list('limit=1')).json;
    const { status, json } = await list(`cursor=${next_cursor}&after=${eventId(-240)}`);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['after']]);
  });
});

describe('filters', () => {
  const mixed = [
    anEvent(-300),
    anEvent(-240, { event: 'certificate.issued' }),
    anEvent(-180, { domainId: 8 }),
    anEvent(-120, { event: 'certificate.issued', domainId: 8 }),
    anEvent(-60, { event: 'webhook.disabled', domainId: undefined }),
  ];

  it.each([
    ['event=certificate.issued', [-240, -120]],
    ['domain_id=8', [-180, -120]],
    ['event=certificate.issued&domain_id=8', [-120]],
    [`since=${iso(-120 * SECOND)}`, [-120, -60]],
    [`since=${iso(-120 * SECOND + 1)}`, [-60]],
    ['since=2026-06-01T11:58:00Z', [-120, -60]],
    [`after=${eventId(-240)}&event=certificate.issued`, [-120]],
    ['event=certificate.expired', []],
  ])('the event log by its filters has what they mean: %s', async (query, expected) => {
    tableHolds(...aLog(mixed));
    expect(ids((await list(query)).json)).toEqual(expected.map(eventId));
    expect(ids((await list(`limit=1&${query}`)).json)).toEqual(expected.slice(0, 1).map(eventId));
  });

  it('the event log by a filter comes page after page, each event once', async () => {
    const many = Array.from({ length: 700 }, (_, n) => anEvent(n - 800, n % 3 === 0 ? { domainId: 8 } : {}));
    tableHolds(...aLog(many));
    const seen: string[] = [];
    let cursor = '';
    for (let n = 0; n < 20 && seen.length < 300; n += 1) {
      const { json } = await list(`limit=30&domain_id=8${cursor && `&cursor=${cursor}`}`);
      seen.push(...ids(json));
      cursor = json.next_cursor;
    }
    expect(seen).toEqual(idsOf(many.filter(({ domainId }) => domainId === 8)));
  });

  it('a page of the event log reads a thousand events at most: it may be empty, and its cursor goes on behind them', async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => anEvent(n - 1_200, n === 1_050 ? { domainId: 8 } : {}));
    tableHolds(...aLog(many));
    const { json } = await list('domain_id=8');
    expect(json.data).toEqual([]);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A WEBHOOKS',
      'Query EVENTS#org_A 2026-05-02T11',
      'Query EVENTS#org_A#0 0000000000000001',
      'Query EVENTS#org_A#0 0000000000000051',
      'Query EVENTS#org_A#0 0000000000000301',
      'Query EVENTS#org_A#0 0000000000000551',
      'Query EVENTS#org_A#0 0000000000000801',
    ]);
    expect(ids((await list(`domain_id=8&cursor=${json.next_cursor}`)).json)).toEqual([eventId(-150)]);
  });

  it('only at the end of the log is the cursor the same: an empty page of a filter in front of it leads on', async () => {
    const items = tableHolds(...aLog(Array.from({ length: 1_100 }, (_, n) => anEvent(n - 1_200))));
    const cursors = [(await list('domain_id=8')).json.next_cursor];
    for (let n = 0; n < 3; n += 1) {
      at((n + 1) * SECOND);
      const { json } = await list(`domain_id=8&cursor=${cursors.at(-1)}`);
      expect(json.data).toEqual([]);
      cursors.push(json.next_cursor);
    }
    const [, behind] = cursors;
    expect(cursors).toEqual([expect.not.stringMatching(behind), behind, behind, behind]);
    const next = logItem(anEvent(10, { domainId: 8 }), 1_101);
    items.set(`${next.pk}|${next.sk}`, next);
    expect(ids((await list(`domain_id=8&cursor=${behind}`)).json)).toEqual([eventId(10)]);
  });

  it.each([
    ['event=certificate', 'event'],
    ['event=*', 'event'],
    ['domain_id=x', 'domain_id'],
    ['domain_id=0', 'domain_id'],
    ['since=yesterday', 'since'],
    ['since=2026-06-01', 'since'],
    ['since=2026-13-01T00:00:00.000Z', 'since'],
  ])('the event log refuses %s', async (query, name) => {
    hold();
    const { status, json } = await list(query);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [name]]);
  });
});

describe('what is older than 30 days', () => {
  const old = anEvent(-30 * DAY_SECONDS - 60);
  const kept = anEvent(-30 * DAY_SECONDS + 60);

  it('is not shown, though the table still has it', async () => {
    tableHolds(...aLog([old, kept, ...five]));
    expect(ids((await list()).json)).toEqual(idsOf([kept, ...five]));
    expect(ids((await list(`since=${iso(-60 * DAYS)}`)).json)).toEqual(idsOf([kept, ...five]));
  });

  it('delays nobody who has been away for long: the first partition of the log is gone', async () => {
    hold();
    const { next_cursor } = (await list('limit=2')).json;
    const recent = anEvent(40 * DAY_SECONDS);
    tableHolds(...aLog([recent], EVENTS_IN_PARTITION + 5));
    at(40 * DAYS + HOUR);
    expect(ids((await list(`cursor=${next_cursor}`)).json)).toEqual([recent.id]);
  });

  it('costs nothing to a reader who has seen all of it, though it was old by then', async () => {
    hold();
    at(25 * DAYS);
    const { next_cursor } = (await list()).json;
    at(50 * DAYS);
    expect(ids((await list(`cursor=${next_cursor}`)).json)).toEqual([]);
    expect(wholeRequests()).toEqual([
      COUNTED[0],
      ...COUNTED,
      'Query EVENTS#org_A#0 0000000000000006',
      'UpdateItem ORG#org_A LIMITS',
    ]);
  });

  it('is not where a list begins, though the table still has its hour', async () => {
    const leftOver = { ...keys.eventHour('org_A', '2026-04-15T00'), first: 1 };
    tableHolds(...aLog(five, EVENTS_IN_PARTITION + 5), leftOver);
    expect(ids((await list(`since=${iso(-61 * DAYS)}`)).json)).toEqual(idsOf(five));
  });

  it('costs nothing to a reader who has looked meanwhile, though nothing has happened since', async () => {
    const items = hold();
    const first = (await list()).json;
    at(29 * DAYS);
    const second = (await list(`cursor=${first.next_cursor}`)).json;
    const next = logItem(anEvent(58 * DAY_SECONDS), 6);
    items.set(`${next.pk}|${next.sk}`, next);
    at(58 * DAYS + HOUR);
    expect(ids((await list(`cursor=${second.next_cursor}`)).json)).toEqual([eventId(58 * DAY_SECONDS)]);
    expect(wholeRequests()).toEqual([
      COUNTED[0],
      ...COUNTED,
      'Query EVENTS#org_A#0 0000000000000006',
      'UpdateItem ORG#org_A LIMITS',
    ]);
  });

  it('is kept from nobody who asks every hour: a cursor of an hour ago is exchanged', async () => {
    hold();
    const { next_cursor } = (await list()).json;
    at(HOUR);
    expect((await list(`cursor=${next_cursor}`)).json.next_cursor).toBe(next_cursor);
    at(HOUR + SECOND);
    expect((await list(`cursor=${next_cursor}`)).json.next_cursor).not.toBe(next_cursor);
  });

  it('ends no log: the cursor continues where it ended, though nothing has happened since', async () => {
    tableHolds(counterItem(EVENTS_IN_PARTITION - 1, '2026-01-01T00'));
    const { json } = await list();
    tableHolds(...aLog([anEvent(0)], EVENTS_IN_PARTITION));
    expect(ids((await list(`cursor=${json.next_cursor}`)).json)).toEqual([eventId(0)]);
  });
});
