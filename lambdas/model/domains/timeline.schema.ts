import * as z from 'zod/mini';
import { DIAGNOSIS_CODES } from '../../shared/contract/error-codes.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** One thing that happened to a domain. */
export const TimelineEntry = storedObject({
  id: z.string(),
  at: z.string(),
  /** For example `order.created`. */
  what: z.string(),
  /** The diagnosis at that moment. */
  code: z.enum(DIAGNOSIS_CODES),
  actor: storedObject({ type: z.enum(['service', 'api_key', 'administrator', 'machine']), keyId: z.optional(z.string()) }),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
