import * as z from 'zod/mini';
import { EventId } from '../../model/events/event-id.schema.ts';

/** The body of POST /webhooks/{id}/deliveries/{delivery_id}/redeliver. */
export const RedeliverRequest = z.strictObject({
  event_id: z
    .optional(EventId)
    .check(z.describe('Of a missed delivery: its `event_id`. The service does not know the delivery by its id alone.')),
});
export type RedeliverRequest = z.infer<typeof RedeliverRequest>;
