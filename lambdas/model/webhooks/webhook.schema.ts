import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

export const Webhook = storedObject({
  organizationId: z.string(),
  id: z.int(),
  url: z.string(),
  /** Names of events, or `*`. */
  events: z.array(z.string()),
  status: z.enum(['active', 'disabled']),
  description: z.optional(z.string()),
  secret: Sealed,
  /** After a rotation, deliveries are also signed with the former secret, until `endsAt`. */
  previousSecret: z.optional(storedObject({ sealed: Sealed, endsAt: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Incremented by every write that replaces the row. */
  version: z.int(),
  /** Why it is disabled; absent while it is active. */
  disabled: z.optional(storedObject({ at: z.string(), because: z.enum(['asked', 'gone', 'failing']) })),

  // The sender's state (slots and breaker), written by updates of single attributes that do not change `version`.
  /** Attempts in progress, five at most: `<instant at which it is free again> <holder>`. */
  slot0: z.optional(z.string()),
  slot1: z.optional(z.string()),
  slot2: z.optional(z.string()),
  slot3: z.optional(z.string()),
  slot4: z.optional(z.string()),
  /** At three the breaker is open: deliveries are parked, and one of them probes at `probeAt`. */
  timeoutsInRow: z.optional(z.int()),
  probeAt: z.optional(z.string()),
  probes: z.optional(z.int()),
  /**
   * Its last attempts were slow, or its receiver has not answered since it was created or enabled again: it uses the slow lane.
   */
  isSlow: z.optional(z.boolean()),
  /** The first failed attempt since the last success, and how many events have failed for good since. */
  failingSince: z.optional(z.string()),
  failedEvents: z.optional(z.int()),
  /** Deliveries wait in `parkedPartition`: when the last was parked, and when and how many were last moved on. */
  parkedAt: z.optional(z.string()),
  drainedAt: z.optional(z.string()),
  drainSize: z.optional(z.int()),
  /** Sparse index (`dueDeliveriesPartition`): the next run for parked deliveries. */
  duePk: z.optional(z.string()),
  stepDueAt: z.optional(z.string()),
  lastDelivery: z.optional(z.object({ status: z.enum(['pending', 'succeeded', 'failed']), at: z.string() })),
});
export type Webhook = z.infer<typeof Webhook>;
