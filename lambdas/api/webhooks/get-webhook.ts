import { WebhookResource } from '../../model/webhooks/webhook-resource.schema.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareGet } from '../pipeline/resource-route.ts';
import { etagOf, findWebhook } from './find-webhook.ts';
import { EXAMPLE_WEBHOOK } from './webhook-example.ts';

export const getWebhook = defineOperation({
  id: 'getWebhook',
  clientMethod: 'webhooks.get',
  tag: 'Webhooks',
  reach: 'organization',
  summary: 'Get a webhook',
  description: 'Without its secret.',
  isVersioned: true,
  answer: { status: 200, description: 'The webhook.', schema: WebhookResource, example: () => EXAMPLE_WEBHOOK },
  prepare: ({ webhooks }: Pick<Rows, 'webhooks'>) =>
    prepareGet(
      { find: (request, caller) => findWebhook(webhooks, request, caller) },
      (webhook, { now }) => webhookResource(webhook, now),
      etagOf,
    ),
});
