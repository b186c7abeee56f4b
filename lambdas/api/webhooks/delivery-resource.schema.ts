import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { DomainId, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';
import { DELIVERY_FAILURES } from '../../model/webhooks/delivery.schema.ts';
import { POST_ERRORS } from '../../shared/net/post-failure.ts';

/** A first delivery begins within seconds, so an event of this age without one has none. */
export const FIRST_DELIVERY_SECONDS = 15;

/** The definition of `missed`, shared by the reference's texts. */
export const MISSED_DESCRIPTION = `An event is missed if the webhook is subscribed to it and has no delivery of it, because it was made while the webhook was disabled, or before the webhook’s \`events\` included it; it is listed ${FIRST_DELIVERY_SECONDS} s after it was made, and at once while the webhook is disabled.`;

export const SHOWN_STATES = ['pending', 'succeeded', 'failed', 'missed'] as const;

const ShownAttempt = z.strictObject({
  at: Instant.check(z.describe('When the attempt was made.')),
  milliseconds: z.int().check(int64('How long it took.')),
  status: z.optional(z.int()).check(z.describe('Of the answer; absent where there was no complete one.')),
  error: z.optional(z.enum(POST_ERRORS)).check(z.describe('Why there was no complete answer.')),
  reply: z.optional(z.string()).check(z.describe('The first KiB of the answer, or in words what went wrong.')),
});

/** A delivery in the API. Fields that do not apply are absent. */
export const DeliveryResource = z
  .strictObject({
    id: z.string().check(z.describe('Names the delivery: the same in every attempt.')),
    livemode: Livemode,
    event_id: z.string().check(z.describe('What every attempt carries as `webhook-id`.')),
    event: z.enum(EVENT_NAMES).check(z.describe('What it tells of.')),
    domain_id: z.optional(DomainId),
    state: z.enum(SHOWN_STATES).check(z.describe(MISSED_DESCRIPTION)),
    failure: z.optional(z.enum(DELIVERY_FAILURES)).check(z.describe('Why it was given up.')),
    created_at: Instant.check(z.describe('When the event was made.')),
    next_attempt_at: z.optional(Instant.check(z.describe('When it is tried again; absent where it is not.'))),
    attempts: z.array(ShownAttempt).check(z.describe('Oldest first, the last 24, those of earlier redeliveries too.')),
    is_test: z.optional(z.literal(true)).check(z.describe('A sample; it is not in the event log.')),
    body: z
      .optional(z.record(z.string(), z.unknown()))
      .check(z.describe('What is sent: in the answer of one delivery, if the key has `domains.read` as well.')),
  })
  .check(z.meta({ id: 'Delivery', description: 'One event on its way to one webhook.' }));

export const DeliveryPage = pageOf(DeliveryResource).check(z.meta({ id: 'DeliveryPage' }));

const count = z.int().check(z.minimum(0));

export const WebhookHealth = z
  .strictObject({
    since: Instant.check(z.describe('Events made since then are counted: for 24 hours, or less where `is_complete` is false.')),
    until: Instant.check(z.describe('When it was asked for.')),
    deliveries: z
      .strictObject({
        succeeded: count.check(int64('How many were received.')),
        failed: count.check(int64('How many were given up.')),
        pending: count.check(int64('How many are still tried.')),
      })
      .check(z.describe('Without tests.')),
    success_rate: z
      .optional(z.number().check(z.minimum(0), z.maximum(1)))
      .check(z.describe('The share of those that have ended which succeeded. Absent where none has ended.')),
    attempts: count.check(z.describe('How often they were sent in all.')),
    p95_milliseconds: z
      .optional(count)
      .check(z.describe('How long the receiver took at most in 95 % of these attempts. Absent where there was none.')),
    is_complete: z
      .boolean()
      .check(z.describe('False: there are more deliveries than the newest 1,000 (or a megabyte of them), which are counted.')),
  })
  .check(z.meta({ id: 'WebhookHealth', description: 'How a webhook’s receiver has answered in the last 24 hours.' }));

export const ReplayResource = z
  .strictObject({
    queued: count.check(int64('How many deliveries this call has queued.')),
    next_cursor: z
      .nullable(z.string())
      .check(z.describe('Goes into `cursor` of the same request for the rest; null when there is none.')),
  })
  .check(z.meta({ id: 'Replay', description: 'What a replay has queued.' }));
