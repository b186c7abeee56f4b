import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { auditEntry } from '../../shared/audit/audit-entry.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { findWebhook } from './find-webhook.ts';

export interface DeleteWebhookPorts {
  webhooks: Pick<WebhookStore, 'get' | 'remove'>;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

export function deleteWebhook({ webhooks, newId, pause }: DeleteWebhookPorts): ApiRoute {
  return {
    operation: 'deleteWebhook',
    async prepare(request, caller) {
      refuseQuery(request);
      const read = () => findWebhook(webhooks, request, caller);
      const found = await read();
      return (call) =>
        decideAndWrite(
          found,
          read,
          async (webhook) => {
            const resource = { type: 'webhook' as const, id: String(webhook.id) };
            const audited = { action: 'webhook.deleted', resource, before: webhookSettings(webhook) };
            await webhooks.remove(webhook, auditEntry(call, newId('aud'), audited));
            return { status: 200, json: { id: webhook.id, deleted: true } };
          },
          pause,
        );
    },
  };
}
