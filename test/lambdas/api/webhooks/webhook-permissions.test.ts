import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../../contract/api/events.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { iso } from '../../a-domain.ts';
import { itemsUnder, keyItem, tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

// The specification: webhooks.write is enough to register a webhook.

const URL_OF_THEIRS = 'https://other.integrator.com/';
const call = webhooksApi();
const keyOfWebhooksOnly = keyItem({ permissions: ['webhooks.write'] });
const { pk, sk } = keys.webhook('org_A', WEBHOOK_ID);

describe('a key with webhooks.write alone', () => {
  it.each(['*', ...EVENT_NAMES])('registers a webhook for %s', async (event) => {
    const items = tableHolds(keyOfWebhooksOnly);
    const { status, json } = await call({ path: '/api/webhooks', body: { url: URL_OF_THEIRS, events: [event] } });
    expect([status, json.events]).toEqual([201, [event]]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ action: 'webhook.created' }]);
  });

  const disabled = { status: 'disabled', disabled: { at: iso(0), because: 'asked' } } as const;

  it.each([
    ['another address', {}, { url: URL_OF_THEIRS }],
    ['more events', {}, { events: ['certificate.issued', 'domain.created'] }],
    ['all events', { events: ['webhook.test'] }, { events: ['*'] }],
    ['that it is enabled', disabled, { status: 'active' as const }],
  ])('sets %s of a webhook', async (_, before, body) => {
    const items = tableHolds(keyOfWebhooksOnly, aWebhook(WEBHOOK_ID, before));
    expect((await call({ method: 'PATCH', path: `/api/webhooks/${WEBHOOK_ID}`, body })).status).toBe(200);
    expect(items.get(`${pk}|${sk}`)).toMatchObject({ ...body, version: 2 });
  });
});
