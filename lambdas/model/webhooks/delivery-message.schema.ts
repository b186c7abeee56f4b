import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';

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
