import {
  ChangedWebhook,
  DeletedWebhook,
  WebhookPage,
  WebhookResource,
  WebhookWithSecret,
} from '../../../model/webhooks/webhook-resource.schema.ts';
import { ListQuery } from '../../../shared/http/parameters.ts';
import {
  createWebhookRequest,
  RotateWebhookSecretRequest,
  updateWebhookRequest,
} from '../../webhooks/webhook-requests.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'Webhooks';
/** Whether a deployment refuses http is no matter of the schema. */
const ANY_RULES = { webhookHttp: 'allowed' } as const;
const WEBHOOK = {
  id: 118_271_623_110_657,
  livemode: true,
  url: 'https://hooks.integrator.com/certificates',
  events: ['certificate.issued', 'certificate.failed'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.482Z',
  updated_at: '2026-11-21T09:30:00.482Z',
};
const SECRET = 'whsec_…';

export const WEBHOOK_DESCRIPTIONS = {
  createWebhook: {
    tag,
    summary: 'Create a webhook',
    description:
      'Registers where events go. Its address must lead to the public internet, now and whenever something is sent. Without a `secret` one is made; it is in this answer only. A key with `webhooks.write` alone may register one for any event, and so receives, with each event about a domain, all that `domains.read` shows of that domain. Values in the query of `url` are kept, and shown as `***`.',
    body: { schema: createWebhookRequest(ANY_RULES), example: { url: WEBHOOK.url, events: WEBHOOK.events } },
    answer: {
      status: 201,
      description: 'The new webhook, with its secret.',
      schema: WebhookWithSecret,
      example: { ...WEBHOOK, secret: SECRET },
    },
    errors: ['quota_exceeded'],
  },
  listWebhooks: {
    tag,
    summary: 'List webhooks',
    description: 'Newest first.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of webhooks.',
      schema: WebhookPage,
      example: { data: [WEBHOOK], next_cursor: null },
    },
  },
  getWebhook: {
    tag,
    summary: 'Get a webhook',
    description: 'Without its secret.',
    isVersioned: true,
    answer: { status: 200, description: 'The webhook.', schema: WebhookResource, example: WEBHOOK },
  },
  updateWebhook: {
    tag,
    summary: 'Change a webhook',
    description:
      'While it is disabled nothing is queued; `status: active` enables it again, and `missed_since` tells from when on to replay what it has failed at or missed (listed with `state=missed`). The secret cannot be changed here: rotate it. A `url` as it is shown, with `***`, changes nothing.',
    isVersioned: true,
    body: { schema: updateWebhookRequest(ANY_RULES), example: { status: 'active' } },
    answer: {
      status: 200,
      description: 'The webhook as it is now.',
      schema: ChangedWebhook,
      example: { ...WEBHOOK, missed_since: '2026-11-19T22:04:31.077Z' },
    },
  },
  deleteWebhook: {
    tag,
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it, and its deliveries are no longer shown.',
    answer: { status: 200, description: 'It is gone.', schema: DeletedWebhook, example: { id: WEBHOOK.id, deleted: true } },
  },
  rotateWebhookSecret: {
    tag,
    summary: 'Rotate the secret of a webhook',
    description:
      'Deliveries carry signatures by both secrets until the overlap is over. Without a `secret` one is made; it is in this answer only.',
    body: { schema: RotateWebhookSecretRequest, example: {}, isOptional: true },
    answer: {
      status: 200,
      description: 'The webhook, with its new secret.',
      schema: WebhookWithSecret,
      example: { ...WEBHOOK, secret: SECRET },
    },
  },
} as const satisfies Record<string, OperationDescription>;
