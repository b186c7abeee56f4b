import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../contract/api/events.ts';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { sampleBody } from '../../../../lambdas/api/webhooks/test-webhook.ts';
import { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { webhookStore } from '../../../../lambdas/model/webhooks/webhook.store.ts';
import { webhookResource } from '../../../../lambdas/model/webhooks/webhook-resource.ts';
import { eventBody, OutboxEntry } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { disableWebhook } from '../../../../lambdas/webhook-sender/webhook-slots.ts';
import { aDomain, iso, NOW } from '../../a-domain.ts';
import { itemsUnder, table, tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID } from '../webhooks/webhooks-api.ts';

const ID = 'evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V';
const webhook = Webhook.parse(aWebhook(WEBHOOK_ID, { description: 'first', lastDelivery: { status: 'failed', at: iso(0) } }));
const ports = {
  webhooks: webhookStore(table),
  newId: (prefix: string) => ID.replace('evt', prefix),
  clock: () => NOW,
  pause: async () => {},
};

describe('a webhook that is disabled', () => {
  it('is announced in the transaction that disables it, with the documented body', async () => {
    const items = tableHolds(aWebhook());
    await disableWebhook(webhook, 'gone', () => true, ports);
    const [entry, ...others] = itemsUnder(items, 'OUTBOX#').map((item) => OutboxEntry.parse(item));
    if (entry?.kind !== 'event') throw new Error('no event');
    const after = Webhook.parse({ ...webhook, status: 'disabled', disabled: { at: iso(0), because: 'gone' } });
    const data = { webhook: webhookResource(after, NOW) };
    expect(entry.body).toBe(eventBody({ id: entry.id, event: 'webhook.disabled', livemode: true, createdAt: iso(0), data }));
    expect(EVENT_PAYLOADS['webhook.disabled'].parse(JSON.parse(entry.body))).toEqual(JSON.parse(entry.body));
    expect(entry).toMatchObject({ event: 'webhook.disabled', notify: true });
    expect(others).toEqual([]);
  });

  it('is not announced again if somebody else disabled it meanwhile', async () => {
    const items = tableHolds(aWebhook(WEBHOOK_ID, { status: 'disabled', version: 2 }));
    expect(await disableWebhook(webhook, 'gone', () => true, ports)).toBe(false);
    expect(itemsUnder(items, 'OUTBOX#')).toEqual([]);
  });
});

describe('a test of a webhook', () => {
  it.each(EVENT_NAMES)('sends a sample of %s in the form of a real one, marked in its body', (event) => {
    for (const domain of [undefined, aDomain('active')]) {
      const body = JSON.parse(sampleBody({ id: ID, event, webhook, domain, now: NOW }));
      expect(EVENT_PAYLOADS[event].parse(body)).toEqual(body);
      expect(body.domain_id).toBe(body.data.domain?.id);
      // `is_test` is part of the signed body, so nobody can forward a test as a real event.
      expect(body.is_test).toBe(true);
    }
  });
});
