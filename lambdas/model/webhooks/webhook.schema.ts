import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** Where events are sent, as stored. */
export const Webhook = storedObject({
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
  previousSecret: z.optional(storedObject({ sealed: Sealed, endsAt: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** One more with every write that replaces the row. */
  version: z.int(),
  /** Why it is disabled; absent while it is active. */
  disabled: z.optional(storedObject({ at: z.string(), because: z.enum(['asked', 'gone', 'failing']) })),

  // What the sender keeps here (its slots and breaker), by updates of single attributes that leave `version` alone.
  /** Attempts under way, five at most: `<instant at which it is free again> <whose>`. */
  slot0: z.optional(z.string()),
  slot1: z.optional(z.string()),
  slot2: z.optional(z.string()),
  slot3: z.optional(z.string()),
  slot4: z.optional(z.string()),
  /** At three the breaker is open: deliveries are parked, and one of them tries at `probeAt`. */
  timeoutsInRow: z.optional(z.int()),
  probeAt: z.optional(z.string()),
  probes: z.optional(z.int()),
  /**
   * Its last attempts took long, or its receiver has not answered yet since it is new or enabled again: it is served in the slow
   * lane.
   */
  isSlow: z.optional(z.boolean()),
  /** The first failed attempt since the last success, and how many events have failed for good since. */
  failingSince: z.optional(z.string()),
  failedEvents: z.optional(z.int()),
  /** Deliveries wait in `parkedPartition`: when the last was parked, and when and how many were last moved on. */
  parkedAt: z.optional(z.string()),
  drainedAt: z.optional(z.string()),
  drainSize: z.optional(z.int()),
  /** Sparse index (`dueDeliveriesPartition`): when somebody has to look at what is parked. */
  duePk: z.optional(z.string()),
  stepDueAt: z.optional(z.string()),
  lastDelivery: z.optional(z.object({ status: z.enum(['pending', 'succeeded', 'failed']), at: z.string() })),
});
export type Webhook = z.infer<typeof Webhook>;
