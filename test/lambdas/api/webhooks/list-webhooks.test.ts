import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { WebhookPage, WebhookResource } from '../../../../lambdas/model/webhooks/webhook-resource.schema.ts';
import { NOW } from '../../a-domain.ts';
import { type ApiCall, tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

const call = webhooksApi();

describe('a webhook', () => {
  const get = (id: string | number = WEBHOOK_ID, more: Partial<ApiCall> = {}) =>
    call({ method: 'GET', path: `/api/webhooks/${id}`, ...more });
  const hold = (...more: Record<string, unknown>[]) => tableHolds(aWebhook(), ...more);

  describe('200', () => {
    it('one webhook shows no secret', async () => {
      tableHolds(
        aWebhook(WEBHOOK_ID, {
          previousSecret: { sealed: { dataKey: 'former', iv: '', tag: '', ciphertext: 'former' }, endsAt: NOW.toISOString() },
          lastDelivery: { status: 'succeeded', at: NOW.toISOString() },
        }),
      );
      const { status, json } = await get();
      expect(status).toBe(200);
      expect(WebhookResource.parse(json)).toMatchObject({ id: WEBHOOK_ID, last_delivery: { status: 'succeeded' } });
      expect(JSON.stringify(json)).not.toMatch(/secret|former|old/i);
    });
  });

  describe('404', () => {
    it.each([
      ['that is not there', []],
      ["of another organization's", [aWebhook(WEBHOOK_ID, { organizationId: 'org_B' })]],
    ])('%s is not found', async (_, items) => {
      tableHolds(...items);
      const { status, json } = await get();
      expect(status).toBe(404);
      expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { webhook_id: WEBHOOK_ID } });
    });

    it.each(['0', '01', '1.0', '9007199254740992', 'x'])('%s is no id of a webhook, and is not repeated', async (id) => {
      hold();
      const { status, json } = await get(id);
      expect(status).toBe(404);
      expect(json.error.details).toBeUndefined();
    });
  });

  describe('405', () => {
    it('one webhook answers another method with what is allowed', async () => {
      const { status, headers } = await call({ method: 'PUT', path: '/api/webhooks/1' });
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, PATCH, DELETE');
    });
  });
});

describe('the list of webhooks', () => {
  const list = (query = '', more: Partial<ApiCall> = {}) => call({ method: 'GET', path: '/api/webhooks', query, ...more });
  const hold = (...more: Record<string, unknown>[]) => tableHolds(aWebhook(5), aWebhook(7), aWebhook(70), ...more);

  describe('200', () => {
    it('has the newest first', async () => {
      hold(aWebhook(80, { organizationId: 'org_B' }));
      const { status, json } = await list();
      expect(status).toBe(200);
      expect(WebhookPage.parse(json).data.map(({ id }) => id)).toEqual([70, 7, 5]);
      expect(json.next_cursor).toBeNull();
    });

    it('comes page by page, each once', async () => {
      hold();
      const first = (await list('limit=2')).json;
      const { json } = await list(`limit=2&cursor=${first.next_cursor}`);
      expect([first.data.length, json.data.map(({ id }: { id: number }) => id), json.next_cursor]).toEqual([2, [5], null]);
    });
  });

  describe('422', () => {
    it("is refused with another list's cursor", async () => {
      hold();
      const { next_cursor } = (await list('limit=1')).json;
      const { status } = await list(`cursor=${next_cursor.replace(/.$/, (last: string) => (last === 'A' ? 'Q' : 'A'))}`);
      expect(status).toBe(422);
    });
  });
});
