import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { POST_ERRORS } from '../../shared/net/post-failure.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** One POST to a receiver. */
export const Attempt = z.object({
  at: z.string(),
  milliseconds: z.int(),
  /** Of the answer. Absent where there was no complete one. */
  status: z.optional(z.int()),
  error: z.optional(z.enum(POST_ERRORS)),
  /** The first KiB of the answer's body, or what went wrong, in words. */
  reply: z.optional(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

/** Why a delivery is given up. */
export const DELIVERY_FAILURES = ['refused', 'redirected', 'gone', 'attempts_exhausted', 'webhook_disabled'] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export const DeliveryState = z.enum(['pending', 'succeeded', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One event on its way to one webhook, as stored from its first attempt on (or from being parked). */
export const Delivery = storedObject({
  id: z.string(),
  organizationId: z.string(),
  webhookId: z.int(),
  eventId: z.string(),
  event: z.enum(EVENT_NAMES),
  domainId: z.optional(z.int()),
  /** Of its event. */
  createdAt: z.string(),
  state: DeliveryState,
  failure: z.optional(z.enum(DELIVERY_FAILURES)),
  /** Begins at 1; each redelivery is a new series of attempts. */
  series: z.int(),
  /** Attempts of this series that have ended. */
  attemptsMade: z.int(),
  /** Of all series, oldest first; the last 24. */
  attempts: z.array(Attempt),
  /** An attempt is under way, unless its process has died: then this instant passes. */
  claimedUntil: z.optional(z.string()),
  /** Names the claim: the SDK repeats one whose answer was lost, and finds its own. */
  claimedBy: z.optional(z.string()),
  nextAttemptAt: z.optional(z.string()),
  /** Only of a test, whose event is in no log. */
  body: z.optional(z.string()),
  /** Sparse index: in `dueDeliveriesPartition` until its time, in `parkedPartition` until its webhook takes deliveries. */
  duePk: z.optional(z.string()),
  stepDueAt: z.optional(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

/** One attempt that is due, as it waits in the queue. It may be there twice: the delivery's row says what was done. */
export const DeliveryMessage = z.object({
  organizationId: z.string(),
  webhookId: z.int(),
  deliveryId: z.string(),
  eventId: z.string(),
  event: z.enum(EVENT_NAMES),
  domainId: z.optional(z.int()),
  /** Of the event. */
  createdAt: z.string(),
  series: z.int(),
  /** Of the series, from 1. */
  attempt: z.int(),
  /** What is sent, byte for byte. Absent: it is read from the delivery (a test) or the outbox. */
  body: z.optional(z.string()),
  /** Its receiver took long, or did not answer: it waits and is sent apart from others. */
  slow: z._default(z.boolean(), false),
  /** How often it was put back because its webhook or its host had enough to do. */
  deferrals: z._default(z.int(), 0),
  /** Goes to a webhook that has stopped answering, to see whether it is back: one delivery at a time, and every test. */
  probe: z._default(z.boolean(), false),
});
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;
