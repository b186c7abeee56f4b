import type { ApiRoute } from '../accounts/api-route.ts';
import { refuseQuery } from '../shared/http/query.ts';
import { findWebhook } from './find-webhook.ts';
import type { WebhookStore } from './webhook.store.ts';
import { webhookResource } from './webhook-resource.ts';

export function getWebhook({ webhooks }: { webhooks: Pick<WebhookStore, 'get'> }): ApiRoute {
  return {
    operation: 'getWebhook',
    async prepare(request, caller) {
      refuseQuery(request);
      const webhook = await findWebhook(webhooks, request, caller);
      return () => ({ status: 200, json: webhookResource(webhook, request.now) });
    },
  };
}
