import * as z from 'zod/mini';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** How a host stood towards an organization's webhooks that are gone or lead elsewhere now, or have found it hanging. */
export const ReceiverMemory = storedObject({
  organizationId: z.string(),
  host: z.string(),
  /** The circuit breaker of whoever comes next begins with these (webhook.schema.ts). */
  timeoutsInRow: z.int(),
  probeAt: z.optional(z.string()),
  probes: z.optional(z.int()),
  expiresAtSeconds: z.int(),
});
export type ReceiverMemory = z.infer<typeof ReceiverMemory>;
