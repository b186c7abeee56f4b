import { Id } from '../../../contract/api/wire.schema.ts';
import { WebhookPage } from '../../model/webhooks/webhook-resource.schema.ts';
import { webhookResource } from '../../model/webhooks/webhook-resource.ts';
import { ListQuery } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';
import { EXAMPLE_WEBHOOK } from './webhook-example.ts';

/** Newest first: ids begin with their second of creation. */
export const listWebhooks = defineOperation({
  id: 'listWebhooks',
  clientMethod: 'webhooks.list',
  tag: 'Webhooks',
  reach: 'organization',
  summary: 'List webhooks',
  description: 'Newest first.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of webhooks.',
    schema: WebhookPage,
    example: () => ({ data: [EXAMPLE_WEBHOOK], next_cursor: null }),
  },
  prepare: ({ webhooks, serviceSecret }: Pick<Rows, 'webhooks' | 'serviceSecret'>) =>
    prepareList(
      {
        id: Id,
        serviceSecret,
        read: (place, _request, { organizationId }) => webhooks.page(organizationId, place),
      },
      (webhook, { now }) => webhookResource(webhook, now),
    ),
});
