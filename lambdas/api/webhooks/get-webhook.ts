import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { findWebhook } from './find-webhook.ts';

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
