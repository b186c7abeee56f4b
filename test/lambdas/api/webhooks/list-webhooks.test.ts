import { describe, expect, it } from 'vitest';
import { WebhookPage, WebhookResource } from '../../../../lambdas/model/webhooks/webhook-resource.schema.ts';
import { NOW } from '../../a-domain.ts';
import { tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

const call = webhooksApi();

describe('200: a webhook', () => {
  it('one webhook shows no secret', async () => {
    tableHolds(
      aWebhook(WEBHOOK_ID, {
        previousSecret: { sealed: { dataKey: 'former', iv: '', tag: '', ciphertext: 'former' }, endsAt: NOW.toISOString() },
        lastDelivery: { status: 'succeeded', at: NOW.toISOString() },
      }),
    );
    const { status, json } = await call({ method: 'GET', path: `/api/webhooks/${WEBHOOK_ID}` });
    expect(status).toBe(200);
    expect(WebhookResource.parse(json)).toMatchObject({ id: WEBHOOK_ID, last_delivery: { status: 'succeeded' } });
    expect(JSON.stringify(json)).not.toMatch(/secret|former|old/i);
  });
});

describe('200: the list of webhooks', () => {
  const list = (query = '') => call({ method: 'GET', path: '/api/webhooks', query });
  const hold = (...more: Record<string, unknown>[]) => tableHolds(aWebhook(5), aWebhook(7), aWebhook(70), ...more);

  it('has the newest first', async () => {
    hold(aWebhook(80, { organizationId: 'org_B' }));
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(WebhookPage.parse(json).data.map(({ id }) => id)).toEqual([70, 7, 5]);
    expect(json.next_cursor).toBeNull();
  });
});
