import { Id } from '../../../contract/api/wire.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource, webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { changeRoute, listRoute, noBody, showRoute } from '../pipeline/resource-route.ts';
import { etagOf, findWebhook } from './find-webhook.ts';
import { type NewReceiverPorts, rememberReceiver } from './new-receiver.ts';

interface ListWebhooksPorts {
  webhooks: WebhookStore;
  serviceSecret: ServiceSecret;
}

/** Newest first: the ids begin with the second. */
export function listWebhooks({ webhooks, serviceSecret }: ListWebhooksPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listWebhooks',
      id: Id,
      serviceSecret,
      read: (place, _request, { organizationId }) => webhooks.page(organizationId, place),
    },
    (webhook, { now }) => webhookResource(webhook, now),
  );
}

export function getWebhook({ webhooks }: { webhooks: WebhookStore }): ApiRoute {
  return showRoute(
    { operation: 'getWebhook', find: (request, caller) => findWebhook(webhooks, request, caller) },
    (webhook, { now }) => webhookResource(webhook, now),
    etagOf,
  );
}

interface DeleteWebhookPorts extends Pick<NewReceiverPorts, 'receivers'> {
  webhooks: WebhookStore;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
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
