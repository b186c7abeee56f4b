import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { showRoute } from '../pipeline/resource-route.ts';
import { findWebhook } from './find-webhook.ts';

export function getWebhook({ webhooks }: { webhooks: WebhookStore }): ApiRoute {
  return showRoute(
    { operation: 'getWebhook', find: (request, caller) => findWebhook(webhooks, request, caller) },
    (webhook, { now }) => webhookResource(webhook, now),
  );
}
