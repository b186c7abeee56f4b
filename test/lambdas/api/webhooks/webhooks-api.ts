import { vi } from 'vitest';
import { createWebhook } from '../../../../lambdas/api/webhooks/create-webhook.ts';
import { deleteWebhook, getWebhook, listWebhooks } from '../../../../lambdas/api/webhooks/list-get-delete-webhooks.ts';
import { rotateWebhookSecret } from '../../../../lambdas/api/webhooks/rotate-webhook-secret.ts';
import { updateWebhook } from '../../../../lambdas/api/webhooks/update-webhook.ts';
import { rateStore } from '../../../../lambdas/model/accounts/requests/rate-limit.store.ts';
import { receiverMemoryStore } from '../../../../lambdas/model/webhooks/receiver-memory.store.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { webhookStore } from '../../../../lambdas/model/webhooks/webhook.store.ts';
import type { ReceiverCheck } from '../../../../lambdas/shared/net/receiver-address.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import { apiCaller, newId, serviceSecret, table } from '../api-caller.ts';

export const WEBHOOK_ID = 118_271_623_110_657;
export const MADE_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Text that is sealed stands in nothing that a test can read. */
export const sealSecret = vi.fn(async (organizationId: string, webhookId: number, secret: string) => ({
  dataKey: `${organizationId} ${webhookId}`,
  iv: '',
  tag: '',
  ciphertext: Buffer.from(secret).toString('hex'),
}));

/** Where every address leads: nowhere bad, unless a test says so. */
export const checkReceiver = vi.fn(async (_url: string): Promise<ReceiverCheck> => ({ problems: [], warnings: [] }));

/** Calls the operations on webhooks. */
export function webhooksApi(webhookHttp: 'allowed' | 'refused' = 'allowed') {
  let drawn = 0;
  const ports = {
    webhooks: webhookStore(table),
    receivers: receiverMemoryStore(table),
    rates: rateStore(table, settings.rateLimits),
    settings: { ...settings, webhookHttp },
    serviceSecret,
    newWebhookId: () => WEBHOOK_ID + drawn++,
    newSecret: () => MADE_SECRET,
    sealSecret,
    checkReceiver,
    newId,
    pause: async () => {},
  };
  return apiCaller([
    createWebhook(ports),
    listWebhooks(ports),
    getWebhook(ports),
    updateWebhook(ports),
    deleteWebhook(ports),
    rotateWebhookSecret(ports),
  ]);
}

/** A webhook as the table holds it. */
export function aWebhook(id = WEBHOOK_ID, changes: Partial<Webhook> = {}): Record<string, unknown> {
  const webhook: Webhook = {
    organizationId: 'org_A',
    id,
    url: 'https://hooks.integrator.com/certificates',
    events: ['certificate.issued'],
    status: 'active',
    secret: { dataKey: 'old', iv: '', tag: '', ciphertext: 'old' },
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    version: 1,
    ...changes,
  };
  return { ...keys.webhook(webhook.organizationId, id), ...webhook };
}
