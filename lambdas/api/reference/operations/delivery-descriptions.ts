import { EXAMPLE_WEBHOOK_ID, eventExample, exampleEventId } from '../../../model/events/event-examples.ts';
import { deliveryId } from '../../../model/webhooks/delivery.ts';
import { ListDeliveriesQuery, RedeliverRequest, replayDeliveriesRequest } from '../../webhooks/delivery-requests.schema.ts';
import {
  DeliveryPage,
  DeliveryResource,
  MISSED,
  ReplayResource,
  WebhookHealth,
} from '../../webhooks/delivery-resource.schema.ts';
import { DISABLED } from '../../webhooks/find-webhook.ts';
import { TestWebhookRequest } from '../../webhooks/webhook-requests.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'Webhooks';
/** That `since` is not in the future is no matter of the schema. */
const ANY_NOW = new Date('2026-11-21T09:30:00.000Z');
const EVENT = eventExample('certificate.issued');
const DELIVERY = {
  id: deliveryId(EVENT.id, EXAMPLE_WEBHOOK_ID),
  livemode: true,
  event_id: EVENT.id,
  event: EVENT.event,
  domain_id: EVENT.domain_id,
  state: 'succeeded',
  created_at: EVENT.created_at,
  attempts: [
    { at: '2026-11-21T09:41:13.310Z', milliseconds: 30_002, error: 'timeout', reply: 'no complete answer in time' },
    { at: '2026-11-21T09:41:48.655Z', milliseconds: 84, status: 200, reply: 'ok' },
  ],
};
const TESTED_AT = '2026-11-21T09:50:00.113Z';
const TEST = {
  id: deliveryId(exampleEventId(TESTED_AT), EXAMPLE_WEBHOOK_ID),
  livemode: true,
  event_id: exampleEventId(TESTED_AT),
  event: 'certificate.issued',
  state: 'succeeded',
  created_at: TESTED_AT,
  attempts: [{ at: '2026-11-21T09:50:00.402Z', milliseconds: 91, status: 200, reply: 'ok' }],
  is_test: true,
};

export const DELIVERY_DESCRIPTIONS = {
  testWebhook: {
    tag,
    summary: 'Send a test',
    description:
      'Sends a signed sample of an event, by default `webhook.test`, and waits for the answer of the receiver: 10 s, then `state` is still `pending`, and the delivery can be looked at later. Possible once in 10 s. A test is one attempt, never retried, with `is_test: true` in its signed body and the header `x-service-test: true`. The status is 200 whether or not the receiver took it: `state` says that. Without `domain_id` it shows a made-up domain. It is in no event log and in no timeline, no replay sends it again, and it is sent even where deliveries are held back because the receiver does not answer.',
    body: { schema: TestWebhookRequest, example: { event: 'certificate.issued' }, isOptional: true },
    answer: { status: 200, description: 'The delivery of the sample.', schema: DeliveryResource, example: TEST },
    conflict: DISABLED,
  },
  getWebhookHealth: {
    tag,
    summary: 'Get the health of a webhook',
    description:
      'How its receiver has answered in the last 24 hours: how many deliveries have succeeded, and how long it took. Read from the deliveries when it is asked for.',
    answer: {
      status: 200,
      description: 'The health of the webhook.',
      schema: WebhookHealth,
      example: {
        ...{ since: '2026-11-20T09:50:00.113Z', until: TESTED_AT, deliveries: { succeeded: 311, failed: 1, pending: 2 } },
        ...{ success_rate: 0.9967948717948718, attempts: 319, p95_milliseconds: 140, is_complete: true },
      },
    },
  },
  listDeliveries: {
    tag,
    summary: 'List the deliveries of a webhook',
    description: `Of the last 30 days, newest first. A page that is filtered may be short, even empty, and yet have a \`next_cursor\`. \`state=missed\` lists what can be redelivered or replayed though it was never sent, oldest first. ${MISSED}`,
    query: ListDeliveriesQuery,
    answer: {
      status: 200,
      description: 'One page of deliveries, without their bodies.',
      schema: DeliveryPage,
      example: { data: [DELIVERY], next_cursor: null },
    },
  },
  getDelivery: {
    tag,
    summary: 'Get a delivery',
    description:
      'Every attempt with the answer it got. With the `body` that is sent, if the key has `domains.read` as well. A missed one is in the list only.',
    answer: {
      status: 200,
      description: 'The delivery.',
      schema: DeliveryResource,
      example: { ...DELIVERY, body: EVENT },
    },
  },
  redeliver: {
    tag,
    summary: 'Send a delivery again',
    description:
      'A delivery that has succeeded or failed begins anew: the same body and `webhook-id`, a new series of attempts, the first at once. For a missed one send its `event_id`.',
    body: { schema: RedeliverRequest, example: {}, isOptional: true },
    answer: {
      status: 200,
      description: 'The delivery, pending.',
      schema: DeliveryResource,
      example: { ...DELIVERY, state: 'pending' },
    },
    conflict: DISABLED,
  },
  replayDeliveries: {
    tag,
    summary: 'Send again what failed or was missed',
    description:
      'Begins anew every delivery of a time that has failed, then those that were missed, each oldest first; tests and what is pending or has succeeded are left alone. At most 500 a call: repeat the request with `next_cursor` as `cursor` until that is null.',
    body: {
      schema: replayDeliveriesRequest(ANY_NOW),
      example: { since: '2026-11-19T22:04:31.077Z', states: ['failed', 'missed'] },
    },
    answer: {
      status: 200,
      description: 'How many were queued.',
      schema: ReplayResource,
      example: { queued: 42, next_cursor: null },
    },
    conflict: DISABLED,
  },
} as const satisfies Record<string, OperationDescription>;
