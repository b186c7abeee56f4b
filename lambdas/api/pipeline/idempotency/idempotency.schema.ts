import * as z from 'zod/mini';
import { Sealed } from '../../../shared/secrets/sealed.schema.ts';

const common = {
  organizationId: z.string(),
  /** SHA-256 of method, path, query and raw body, hex. */
  fingerprint: z.string(),
  endsAt: z.string(),
};

/** What is known of an Idempotency-Key: its answer, or the work that is still to give one. */
export const IdempotencyRecord = z.discriminatedUnion('state', [
  z.object({ ...common, state: z.literal('answered'), status: z.int(), body: Sealed }),
  z.object({
    ...common,
    state: z.literal('running'),
    /** Who is at it, and until when nobody else may take it up. */
    leaseId: z.string(),
    leaseEndsAt: z.string(),
    /** What was rolled once for this work. */
    plan: z.unknown(),
  }),
]);
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;
