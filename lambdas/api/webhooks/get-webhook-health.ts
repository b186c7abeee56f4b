import { rangeBetween } from '../../model/webhooks/delivery.ts';
import { healthSince, webhookHealth } from '../../model/webhooks/delivery-health.ts';
import { MAX_READ } from '../../shared/http/pagination/page-limits.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { WebhookHealth } from './delivery-resource.schema.ts';
import { findWebhook } from './find-webhook.ts';

/** Computed from the delivery log; no other data is stored for it. */
export const getWebhookHealth = defineOperation({
  id: 'getWebhookHealth',
  clientMethod: 'webhooks.get_health',
  tag: 'Webhooks',
  reach: 'organization',
  summary: 'Get the health of a webhook',
  description:
    'How its receiver has answered in the last 24 hours: how many deliveries have succeeded, and how long it took. Read from the deliveries when it is asked for.',
  answer: {
    status: 200,
    description: 'The health of the webhook.',
    schema: WebhookHealth,
    example: () => ({
      since: '2026-11-20T09:50:00.113Z',
      until: '2026-11-21T09:50:00.113Z',
      deliveries: { succeeded: 311, failed: 1, pending: 2 },
      success_rate: 0.9967948717948718,
      attempts: 319,
      p95_milliseconds: 140,
      is_complete: true,
    }),
  },
  prepare:
    ({ webhooks, deliveryLists }: Pick<Rows, 'webhooks' | 'deliveryLists'>) =>
    async ({ request, caller }) => {
      const { now } = request;
      const id = pathId(request.params.id, 'webhook_id');
      const [{ items, hasMore }] = await Promise.all([
        deliveryLists.newestIn({ organizationId: caller.organizationId, id }, rangeBetween(healthSince(now), now), MAX_READ),
        findWebhook(webhooks, request, caller),
      ]);
      return () => ({ status: 200, json: webhookHealth(items, !hasMore, now) });
    },
});
