import { Id } from '../../../contract/api/wire.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { pageAnswer, readPlace } from '../../shared/http/pagination/page-by-id.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';

export interface ListWebhooksPorts {
  webhooks: WebhookStore;
  serviceSecret: ServiceSecret;
}

/** Newest first: the ids begin with the second. */
export function listWebhooks({ webhooks, serviceSecret }: ListWebhooksPorts): ApiRoute {
  return {
    operation: 'listWebhooks',
    async prepare(request, { organizationId }) {
      const scope = `listWebhooks ${organizationId}`;
      const place = readPlace(request, scope, serviceSecret, Id);
      const page = await webhooks.page(organizationId, place);
      return () => pageAnswer(page, place, (webhook) => webhookResource(webhook, request.now), scope, serviceSecret);
    },
  };
}
