import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { POST_ERRORS } from '../../shared/net/post-failure.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** One POST to a receiver. */
export const Attempt = z.object({
  at: z.string(),
  milliseconds: z.int(),
  /** The answer's status. Absent without a complete answer. */
  status: z.optional(z.int()),
  error: z.optional(z.enum(POST_ERRORS)),
  /** The first KiB of the answer's body, or a description of the error. */
  reply: z.optional(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

export const DELIVERY_FAILURES = ['refused', 'redirected', 'gone', 'attempts_exhausted', 'webhook_disabled'] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export const DeliveryState = z.enum(['pending', 'succeeded', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** The delivery of one event to one webhook, stored from its first attempt or its parking on. */
export const Delivery = storedObject({
  id: z.string(),
  organizationId: z.string(),
  webhookId: z.int(),
  eventId: z.string(),
  event: z.enum(EVENT_NAMES),
  domainId: z.optional(z.int()),
  /** When its event was created. */
  createdAt: z.string(),
  state: DeliveryState,
  failure: z.optional(z.enum(DELIVERY_FAILURES)),
  /** Begins at 1; each redelivery is a new series of attempts. */
  series: z.int(),
  attemptsMade: z.int(),
  /** The last 24 attempts of all series, oldest first. */
  attempts: z.array(Attempt),
  /** The end of the current attempt's lease: it passes if the process has died. */
  claimedUntil: z.optional(z.string()),
  /** The id of the lease: the SDK repeats a claim whose response was lost, and recognizes its own. */
  claimedBy: z.optional(z.string()),
  nextAttemptAt: z.optional(z.string()),
  /** Only for a test, whose event is in no log. */
  body: z.optional(z.string()),
  /** Sparse index: in `dueDeliveriesPartition` until its time, in `parkedPartition` until its webhook accepts deliveries. */
  duePk: z.optional(z.string()),
  stepDueAt: z.optional(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

/** The queue message of one due attempt. It may arrive twice: the delivery's row says what was done. */
export const DeliveryMessage = z.object({
  organizationId: z.string(),
  webhookId: z.int(),
  deliveryId: z.string(),
  eventId: z.string(),
  event: z.enum(EVENT_NAMES),
  domainId: z.optional(z.int()),
  /** When the event was created. */
  createdAt: z.string(),
  series: z.int(),
  /** Within the series, from 1. */
  attempt: z.int(),
  /** The request body, byte for byte. Absent: it is read from the delivery (a test) or the outbox. */
  body: z.optional(z.string()),
  /** Its receiver was slow or did not answer: the delivery uses the slow lane. */
  slow: z._default(z.boolean(), false),
  /** How many times it was postponed because its webhook or its host was busy. */
  deferrals: z._default(z.int(), 0),
  /** Probes a webhook that has stopped answering: one delivery at a time, and every test. */
  probe: z._default(z.boolean(), false),
});
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;
