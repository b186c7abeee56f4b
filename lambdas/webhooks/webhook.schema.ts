import * as z from 'zod/mini';
import { kept } from '../shared/kept.schema.ts';
import { Sealed } from '../shared/sealed.schema.ts';

/** Where events are sent, as stored. */
export const Webhook = kept({
  organizationId: z.string(),
  id: z.int(),
  url: z.string(),
  /** Names of events, or `*`. */
  events: z.array(z.string()),
  status: z.enum(['active', 'disabled']),
  description: z.optional(z.string()),
  /** Signs the deliveries. */
  secret: Sealed,
  /** After a rotation deliveries are signed with the former secret as well, until then. */
  previousSecret: z.optional(kept({ sealed: Sealed, endsAt: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** One more with every write that replaces the row. */
  version: z.int(),
  lastDelivery: z.optional(z.object({ status: z.enum(['pending', 'succeeded', 'failed']), at: z.string() })),
});
export type Webhook = z.infer<typeof Webhook>;
