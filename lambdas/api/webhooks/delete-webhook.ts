import { DeletedWebhook } from '../../model/webhooks/webhook-resource.schema.ts';
import { webhookSettings } from '../../model/webhooks/webhook-resource.ts';
import { withMaskedUrl } from '../../model/webhooks/webhook-url.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { findWebhook } from './find-webhook.ts';
import { receiverMemoryWrites } from './new-receiver.ts';
import { EXAMPLE_WEBHOOK } from './webhook-example.ts';

export const deleteWebhook = defineOperation({
  id: 'deleteWebhook',
  clientMethod: 'webhooks.delete',
  tag: 'Webhooks',
  reach: 'organization',
  audit: { action: 'webhook.deleted', facts: ['before'] },
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it, and its deliveries are no longer shown.',
  answer: {
    status: 200,
    description: 'It is gone.',
    schema: DeletedWebhook,
    example: () => ({ id: EXAMPLE_WEBHOOK.id, deleted: true }),
  },
  prepare: ({ webhooks, receivers, newId, pause }: Pick<Rows, 'webhooks' | 'receivers' | 'newId' | 'pause'>) =>
    prepareChange({ find: (request, caller) => findWebhook(webhooks, request, caller), pause }, async (webhook, call) => {
      const resource = { type: 'webhook' as const, id: String(webhook.id) };
      const audited = { action: 'webhook.deleted', resource, before: withMaskedUrl(webhookSettings(webhook)) };
      const memory = await receiverMemoryWrites(webhook, call.now, { receivers });
      await webhooks.remove(webhook, auditEntry(call, newId('aud'), audited), memory);
      return { status: 200, json: { id: webhook.id, deleted: true } };
    }),
});
