import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit-entry.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { changeRoute, noBody } from '../pipeline/resource-route.ts';
import { findWebhook } from './find-webhook.ts';
import { type NewReceiverPorts, rememberReceiver } from './new-receiver.ts';

export interface DeleteWebhookPorts extends Pick<NewReceiverPorts, 'receivers'> {
  webhooks: WebhookStore;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

export function deleteWebhook({ webhooks, receivers, newId, pause }: DeleteWebhookPorts): ApiRoute {
  return changeRoute(
    { operation: 'deleteWebhook', readBody: noBody, find: (request, caller) => findWebhook(webhooks, request, caller), pause },
    async (webhook, call) => {
      const resource = { type: 'webhook' as const, id: String(webhook.id) };
      const audited = { action: 'webhook.deleted', resource, before: withMaskedUrl(webhookSettings(webhook)) };
      const memory = await rememberReceiver(webhook, call.now, { receivers });
      await webhooks.remove(webhook, auditEntry(call, newId('aud'), audited), memory);
      return { status: 200, json: { id: webhook.id, deleted: true } };
    },
  );
}
