import { beforeEach, describe, expect, it } from 'vitest';
import { DeliveryPage } from '../../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { iso, later, SECOND } from '../../a-domain.ts';
import { COUNTED, clock, limitsItem, tableHolds, wholeRequests } from '../api-caller.ts';
import { aLog } from '../events/events-api.ts';
import { everyPage, idsOn } from '../every-page.ts';
import { aDelivery, call, DAY, FAILED, issued } from './deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from './webhooks-api.ts';

const PATH = `/api/webhooks/${WEBHOOK_ID}/deliveries`;
const list = (query = '') => call({ method: 'GET', path: PATH, query });
const webhook = aWebhook(WEBHOOK_ID, { createdAt: iso(-90 * DAY * SECOND), description: 'Ours' });
const hold = (...more: Record<string, unknown>[]) => tableHolds(webhook, ...more);
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

describe('200: the log of deliveries', () => {
  it('has the newest first, each with its attempts, and no bodies', async () => {
    const [older, newer] = [aDelivery(issued(-60), FAILED), aDelivery(issued(-5), { body: '{"id":"evt_1"}' })];
    hold(older, newer);
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(DeliveryPage.parse(json).data).toEqual([
      expect.objectContaining({ id: newer.id, state: 'succeeded', event: 'certificate.issued', is_test: true }),
      {
        ...{ id: older.id, event_id: older.eventId, event: 'certificate.issued', domain_id: older.domainId },
        ...{ livemode: true, state: 'failed', failure: 'refused', created_at: iso(-60 * SECOND), attempts: older.attempts },
      },
    ]);
    expect(json.next_cursor).toBeNull();
  });

  it('is read with one Query for each month of the last 30 days', async () => {
    const rows = [aDelivery(issued(0)), aDelivery(issued(-29 * DAY))];
    hold(...rows, aDelivery(issued(-31 * DAY)));
    const { json } = await list();
    expect(idsOf(json)).toEqual(rows.map(({ id }) => id));
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A WEBHOOK#0118271623110657',
      'Query DELIVERIES#org_A#118271623110657#2026-06 dlv_… dlv_…~',
      'Query DELIVERIES#org_A#118271623110657#2026-05 dlv_… dlv_…~',
    ]);
  });

  it('comes page by page, over the ends of months, each once', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => aDelivery(issued(-index * 4 * DAY)));
    hold(...rows);
    const pages = await everyPage(list, 'limit=2');
    expect([idsOn(pages), pages.length]).toEqual([rows.map(({ id }) => id), 4]);
  });

  it.each(['', '&state=failed'])('ends where its cursor is older than what is kept %s', async (query) => {
    hold(...[0, 1, 2, 3].map((days) => aDelivery(issued((days - 30) * DAY), FAILED)));
    const { next_cursor: cursor } = (await list(`limit=3${query}`)).json;
    clock.now = later(3 * DAY * SECOND);
    const { status, json } = await list(`limit=3${query}&cursor=${cursor}`);
    expect([status, json]).toEqual([200, { data: [], next_cursor: null }]);
  });

  it('by state has those alone, and reads 1,000 rows a page at most', async () => {
    const failed = [aDelivery(issued(-2000), FAILED), aDelivery(issued(-1500), FAILED)];
    const others = Array.from({ length: 1200 }, (_, index) => aDelivery(issued(-index)));
    hold(...failed, ...others);
    const first = (await list('state=failed')).json;
    expect([idsOf(first), first.next_cursor]).toEqual([[], expect.any(String)]);
    const { json } = await list(`state=failed&cursor=${first.next_cursor}`);
    expect(idsOf(json)).toEqual([failed[1]?.id, failed[0]?.id]);
  });

  it('about a domain has those alone, with a state beside it or not, and opens no cursor of another list', async () => {
    const about = (at: number, domainId: number, changes = {}) => aDelivery(issued(at, { domainId }), changes);
    const rows = [about(-5, 8), about(-10, 7), about(-20, 7, FAILED), about(-30, 8, FAILED), about(-40, 7)];
    const { domainId: _, ...aboutNone } = about(-50, 7);
    hold(...rows, aboutNone);
    const pages = await everyPage(list, 'domain_id=7&limit=1');
    expect([idsOn(pages), pages.length]).toEqual([[1, 2, 4].map((at) => rows[at]?.id), 3]);
    expect(idsOf((await list('domain_id=7&state=failed')).json)).toEqual([rows[2]?.id]);
    const { next_cursor: cursor } = (await list('domain_id=7&limit=1')).json;
    expect((await list(`domain_id=8&limit=1&cursor=${cursor}`)).status).toBe(422);
    expect((await list('domain_id=x')).json.error.details.errors).toHaveProperty('domain_id');
  });

  it('by state comes page by page, each once', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => aDelivery(issued(-index), index % 2 === 0 ? FAILED : {}));
    hold(...rows);
    const failed = rows.filter(({ state }) => state === 'failed');
    expect(idsOn(await everyPage(list, 'state=failed&limit=2'))).toEqual(failed.map(({ id }) => id));
  });

  it('with long replies ends before an answer is too long for Lambda', async () => {
    const attempts = Array.from({ length: 24 }, () => ({ at: iso(0), milliseconds: 1, status: 500, reply: '"'.repeat(1024) }));
    const rows = Array.from({ length: 100 }, (_, index) => aDelivery(issued(-index), { attempts }));
    hold(...rows);
    const { json } = await list('limit=100');
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(json)))).toBeLessThan(6_000_000);
    expect(idsOn(await everyPage(list, 'limit=100'))).toEqual(rows.map(({ id }) => id));
  });

  it("is this webhook's alone", async () => {
    hold(aDelivery(issued(0), { webhookId: WEBHOOK_ID + 1 }), aDelivery(issued(0), { organizationId: 'org_B' }));
    expect((await list()).json.data).toEqual([]);
  });
});

describe('200: what was missed', () => {
  const missed = () => list('state=missed');

  it('what a webhook missed is every event without a delivery that it is subscribed to, oldest first', async () => {
    const [first, delivered, second] = [issued(-3 * DAY), issued(-2 * DAY), issued(-DAY)];
    const others = [issued(-400, { event: 'domain.created' }), issued(-300, { notify: false })];
    hold(...aLog([first, delivered, second, ...others]), aDelivery(delivered, FAILED));
    const { status, json } = await missed();
    expect(status).toBe(200);
    expect(DeliveryPage.parse(json).data).toEqual(
      [first, second].map((event) => ({
        ...{ id: aDelivery(event).id, event_id: event.id, event: 'certificate.issued', domain_id: event.domainId },
        ...{ livemode: true, state: 'missed', created_at: event.createdAt, attempts: [] },
      })),
    );
  });

  it('what a webhook missed about a domain is listed alone', async () => {
    const [one, other] = [issued(-3 * DAY, { domainId: 7 }), issued(-2 * DAY, { domainId: 8 })];
    hold(...aLog([one, other]));
    expect(idsOf((await list('state=missed&domain_id=8')).json)).toEqual([aDelivery(other).id]);
  });

  it.each([
    ['older than the webhook', -101, []],
    ['as old as the webhook', -100, [-100]],
    ['fifteen seconds old', -15, [-15]],
    ['perhaps on its way to its first delivery', -14, []],
  ])('an event that is %s is missed or not', async (_, at, found) => {
    tableHolds(aWebhook(WEBHOOK_ID, { createdAt: iso(-100 * SECOND) }), ...aLog([issued(at)]));
    expect(idsOf((await missed()).json)).toEqual(found.map((seconds) => aDelivery(issued(seconds)).id));
  });

  it('what a webhook missed is at once whatever is made while the webhook is disabled', async () => {
    const disabled = { at: iso(-5 * SECOND), because: 'asked' };
    tableHolds({ ...webhook, status: 'disabled', disabled }, ...aLog([issued(-15), issued(-6), issued(-5), issued(0)]));
    expect(idsOf((await missed()).json)).toEqual([-15, -5, 0].map((seconds) => aDelivery(issued(seconds)).id));
  });

  it('what a webhook missed is told of a disabled webhook, and of all events where it is subscribed to all', async () => {
    const event = issued(-100, { event: 'domain.created' });
    tableHolds({ ...webhook, status: 'disabled', events: ['*'] }, ...aLog([event]));
    expect(idsOf((await missed()).json)).toEqual([aDelivery(event).id]);
  });

  it('what a webhook missed comes page by page, each once', async () => {
    const events = Array.from({ length: 250 }, (_, index) => issued(index - 1000));
    hold(...aLog(events), ...events.filter((_, index) => index % 2 === 0).map((event) => aDelivery(event)));
    const expected = events.filter((_, index) => index % 2 === 1).map((event) => aDelivery(event).id);
    for (const limit of [7, 50, 100]) expect(idsOn(await everyPage(list, `state=missed&limit=${limit}`))).toEqual(expected);
  });

  it('what a webhook missed reads 1,000 events a page at most, with one Query of each kind for 100 of them', async () => {
    const events = Array.from({ length: 1100 }, (_, index) => issued(index - 2000));
    hold(limitsItem(), ...aLog(events), ...events.slice(0, 1050).map((event) => aDelivery(event)));
    const first = (await missed()).json;
    expect([first.data, first.next_cursor]).toEqual([[], expect.any(String)]);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A WEBHOOK#0118271623110657',
      'GetItem ORG#org_A WEBHOOKS',
      'Query EVENTS#org_A 2026-05-02T11',
      ...Array.from({ length: 10 }, (_, hundred) => [
        `Query EVENTS#org_A#0 ${keys.event('org_A', 100 * hundred + 1).sk}`,
        expect.stringMatching(/^Query DELIVERIES#org_A#118271623110657#2026-06 dlv_/),
      ]).flat(),
    ]);
    expect(idsOf((await list(`state=missed&cursor=${first.next_cursor}`)).json)).toHaveLength(50);
  });
});

describe('422', () => {
  beforeEach(() => {
    hold(...[1, 2, 3].map((n) => aDelivery(issued(-n), FAILED)));
  });

  it.each([
    ['state=lost', { state: ['must be one of pending, succeeded, failed, missed'] }],
    ['limit=101', { limit: ['must be an integer from 1 to 100'] }],
  ])('the log of deliveries is refused with %s', async (query, errors) => {
    const { status, json } = await list(query);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
  });
});
