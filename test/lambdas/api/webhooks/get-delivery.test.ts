import { describe, expect, it } from 'vitest';
import { DeliveryResource } from '../../../../lambdas/api/webhooks/delivery-resource.schema.ts';
import { entryItem } from '../../model/events/an-event.ts';
import { COUNTED, keyItem, tableHolds, wholeRequests } from '../api-caller.ts';
import { aDelivery, call, DAY, FAILED, issued } from './deliveries-api.ts';
import { aWebhook, WEBHOOK_ID } from './webhooks-api.ts';

const event = issued(-60);
const delivery = aDelivery(event, FAILED);
const get = (id = delivery.id) => call({ method: 'GET', path: `/api/webhooks/${WEBHOOK_ID}/deliveries/${id}` });
const hold = (...more: Record<string, unknown>[]) => tableHolds(aWebhook(), delivery, entryItem(event), ...more);
const withoutDomains = keyItem({ permissions: ['webhooks.read'] });

describe('200', () => {
  it('one delivery shows every attempt, and what is sent', async () => {
    hold();
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(DeliveryResource.parse(json)).toMatchObject({ id: delivery.id, state: 'failed', failure: 'refused' });
    expect([json.attempts, json.body]).toEqual([delivery.attempts, JSON.parse(event.body)]);
  });

  it('one delivery shows no domain to whom may not read domains, and does not look for it', async () => {
    hold(withoutDomains);
    const { json } = await get();
    expect(json).not.toHaveProperty('body');
    expect(json.attempts).toEqual(delivery.attempts);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A WEBHOOK#0118271623110657',
      'GetItem DELIVERIES#org_A#118271623110657#2026-06 dlv_01KT1GTBX0AR4SJ9G3TV3D6XS8',
    ]);
  });

  it('one delivery shows an event about a webhook to everybody who may read webhooks', async () => {
    const disabled = issued(-30, { event: 'webhook.disabled', domainId: undefined, body: '{"id":"evt_2"}' });
    hold(withoutDomains, aDelivery(disabled), entryItem(disabled));
    expect((await get(aDelivery(disabled).id)).json.body).toEqual({ id: 'evt_2' });
  });

  it('one delivery of a test has its own body', async () => {
    const sample = issued(-20);
    hold(aDelivery(sample, { body: '{"id":"evt_3"}' }));
    expect((await get(aDelivery(sample).id)).json).toMatchObject({ is_test: true, body: { id: 'evt_3' } });
    hold(withoutDomains, aDelivery(sample, { body: '{"id":"evt_3"}' }));
    expect((await get(aDelivery(sample).id)).json).not.toHaveProperty('body');
  });

  it('one delivery goes without the body once the event is no longer kept', async () => {
    tableHolds(aWebhook(), delivery);
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('body');
  });
});

describe('404', () => {
  const other = aDelivery(issued(-1)).id;

  it.each([
    ['that is not there', other, []],
    ["of another organization's webhook of the same id", other, [aDelivery(issued(-1), { organizationId: 'org_B' })]],
    ['of another webhook', aDelivery(issued(-1), { webhookId: 5 }).id, [aWebhook(5), aDelivery(issued(-1), { webhookId: 5 })]],
    ['that is past what is kept', aDelivery(issued(-31 * DAY)).id, [aDelivery(issued(-31 * DAY))]],
    ['whose id is none', 'dlv_1', []],
    ['whose id is another', event.id, []],
    ['whose id is in lower case', delivery.id.toLowerCase(), []],
  ])('a delivery %s is not found, and nobody learns why', async (_, id, items) => {
    hold(...items);
    const { status, json } = await get(id);
    expect(status).toBe(404);
    expect(json.error).toEqual({ code: 'resource_not_found', message: 'There is no such delivery.' });
  });

  it('a delivery of an unknown webhook is told to lack the webhook, whatever its id', async () => {
    tableHolds(delivery);
    for (const id of [delivery.id, 'x']) {
      expect((await get(id)).json.error).toMatchObject({ code: 'resource_not_found', details: { webhook_id: WEBHOOK_ID } });
    }
  });
});
