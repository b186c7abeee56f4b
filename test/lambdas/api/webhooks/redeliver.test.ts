import { beforeEach, describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { DeliveryResource } from '../../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import { iso, SECOND } from '../../a-domain.ts';
import { entryItem } from '../../model/events/an-event.ts';
import { itemsUnder, meanwhile, tableHolds } from '../api-caller.ts';
import { aDelivery, call, DAY, FAILED, issued, sent } from './deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from './webhooks-api.ts';

type Item = Record<string, unknown>;
const event = issued(-100);
const failed = aDelivery(event, { ...FAILED, nextAttemptAt: iso(0), claimedUntil: iso(0), attemptsMade: 8 });
const webhook = (changes = {}) => aWebhook(WEBHOOK_ID, { createdAt: iso(-40 * DAY * SECOND), ...changes });
const again = (body?: unknown) => call({ path: `/api/webhooks/${WEBHOOK_ID}/deliveries/${failed.id}/redeliver`, body });
const hold = (...more: Item[]) => tableHolds(webhook(), entryItem(event), failed, ...more);
const holdMissed = (...more: Item[]) => tableHolds(webhook(), entryItem(event), ...more);

let items: Map<string, Item>;
beforeEach(() => {
  sent.length = 0;
  items = hold();
});
const row = () => itemsUnder(items, 'DELIVERIES#')[0];

describe('200: a delivery again', () => {
  it('a redelivery begins a new series, and keeps what was tried', async () => {
    const { status, json } = await again();
    expect(status).toBe(200);
    expect(DeliveryResource.parse(json)).toMatchObject({ id: failed.id, state: 'pending', attempts: failed.attempts });
    expect(json).not.toHaveProperty('failure');
    expect(row()).toMatchObject({ state: 'pending', series: 2, attemptsMade: 0, attempts: failed.attempts });
    for (const name of ['failure', 'nextAttemptAt', 'claimedUntil']) expect(row()).not.toHaveProperty(name);
  });

  it('a redelivery is queued at once with its body; a lost message is made good by a due row', async () => {
    await again();
    expect(sent).toEqual([
      {
        ...{ organizationId: 'org_A', webhookId: WEBHOOK_ID, deliveryId: failed.id, eventId: event.id },
        ...{ event: 'certificate.issued', domainId: event.domainId, createdAt: event.createdAt, body: event.body },
        ...{ series: 2, attempt: 1, slow: false, deferrals: 0, probe: false },
      },
    ]);
    expect(row()).toMatchObject({ duePk: expect.stringMatching(/^DUE#DELIVERIES#/), stepDueAt: iso(600 * SECOND) });
  });

  it.each([
    ['that has succeeded', {}],
    ['with its own event named', { event_id: event.id }],
  ])('a redelivery is possible of one %s', async (_, body) => {
    items = tableHolds(webhook(), entryItem(event), aDelivery(event));
    expect((await again(body)).status).toBe(200);
    expect(row()).toMatchObject({ series: 2 });
  });

  it('a redelivery of a test sends its own body, whatever a breaker says', async () => {
    tableHolds(webhook(), { ...failed, body: '{"id":"evt_1"}' });
    expect((await again()).json).toMatchObject({ is_test: true });
    expect(sent).toMatchObject([{ body: '{"id":"evt_1"}', probe: true }]);
  });

  it('a redelivery is on the audit record', async () => {
    await again();
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([
      { action: 'webhook.redelivered', after: { delivery_id: failed.id }, resource: { type: 'webhook', id: String(WEBHOOK_ID) } },
    ]);
  });
});

describe('200: an event that was missed', () => {
  it('gets its first delivery', async () => {
    items = holdMissed();
    const { status, json } = await again({ event_id: event.id });
    expect(status).toBe(200);
    expect(DeliveryResource.parse(json)).toMatchObject({ id: failed.id, event_id: event.id, state: 'pending', attempts: [] });
    expect(row()).toMatchObject({ series: 1, attemptsMade: 0, expiresAtSeconds: Date.parse(event.createdAt) / 1000 + 30 * DAY });
    expect(sent).toMatchObject([{ deliveryId: failed.id, series: 1, attempt: 1, body: event.body }]);
  });
});

describe('404', () => {
  const nothing: Item[] = [];
  it.each([
    ['a delivery that is not there', [], undefined],
    ['a missed one by its id alone', [entryItem(event)], undefined],
    ["another organization's event", [entryItem({ ...event, organizationId: 'org_B' })], event.id],
    ['an event that the webhook is not subscribed to', [entryItem({ ...event, event: 'domain.created' })], event.id],
    ['an event of a domain that asks for silence', [entryItem({ ...event, notify: false })], event.id],
    ['an event that is no longer kept', nothing, event.id],
  ])('a redelivery is not possible of %s', async (_, held, event_id) => {
    tableHolds(webhook(), ...held);
    const { status, json } = await again({ event_id });
    expect(status).toBe(404);
    expect(json.error).toEqual({ code: 'resource_not_found', message: 'There is no such delivery.' });
    expect(sent).toEqual([]);
  });

  it('a redelivery is not possible of an event from before the webhook', async () => {
    tableHolds(webhook({ createdAt: iso(-99 * SECOND) }), entryItem(event));
    expect((await again({ event_id: event.id })).status).toBe(404);
  });
});

describe('409', () => {
  it.each<[string, Item[], RegExp]>([
    ['a disabled webhook', [webhook({ status: 'disabled' }), failed, entryItem(event)], /enable it first/],
    ['a delivery that is pending', [webhook(), { ...failed, state: 'pending' }, entryItem(event)], /under way already/],
    ['an event whose body is no longer known', [webhook(), failed], /older than 30 days/],
  ])('a redelivery is refused, and nothing is changed: %s', async (_, held, message) => {
    items = tableHolds(...held);
    const before = row();
    const { status, json } = await again();
    expect(status).toBe(409);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'conflict', message: expect.stringMatching(message) });
    expect([row(), sent]).toEqual([before, []]);
  });

  it('of two redeliveries at once one is queued', async () => {
    const statuses = (await Promise.all([again(), again()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect([sent.length, row()?.series]).toEqual([1, 2]);
  });

  it('a delivery whose redelivery somebody has begun meanwhile is not begun again', async () => {
    meanwhile(() => items.set(`${failed.pk}|${failed.sk}`, { ...failed, state: 'pending', series: 2 }));
    expect((await again()).status).toBe(409);
  });

  it('a redelivery of what was begun and has failed meanwhile is begun on top of that', async () => {
    meanwhile(() => items.set(`${failed.pk}|${failed.sk}`, { ...failed, series: 2 }));
    expect((await again()).status).toBe(200);
    expect(sent).toMatchObject([{ series: 3 }]);
  });
});

describe('422', () => {
  it.each([
    ['an event of another delivery', { event_id: issued(-5).id }, { event_id: ['is not the event of this delivery'] }],
    ['no id', { event_id: 'evt_1' }, { event_id: ['is not the id of an event'] }],
  ])('a redelivery is refused with %s', async (_, body, errors) => {
    const { status, json } = await again(body);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
  });
});
