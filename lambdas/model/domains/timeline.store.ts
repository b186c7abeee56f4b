import * as z from 'zod/mini';
import { DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { keys } from '../../shared/table/keys.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { StoredReason } from './diagnosis/diagnosis.schema.ts';
import { Evidence } from './diagnosis/evidence.schema.ts';

/** One thing that happened to a domain. */
export const TimelineEntry = storedObject({
  id: z.string(),
  at: z.string(),
  /** For example `order.created`. */
  what: z.string(),
  /** The diagnosis at that moment. */
  code: z.enum(DIAGNOSIS_CODES),
  /** Where the diagnosis became another: the rest of it, and what it rests on. */
  reason: z.optional(StoredReason),
  observed: z.optional(z.string()),
  evidence: z.optional(z.array(Evidence)),
  /** Looks before this one that found nothing new. */
  quietLooks: z.optional(z.int()),
  actor: storedObject({ type: z.enum(['service', 'api_key', 'administrator', 'machine']), keyId: z.optional(z.string()) }),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** One thing that happened to a domain, for the transaction that makes it true. */
export function timelineWrite(table: Table, domainId: number, entry: TimelineEntry): Write {
  return table.putWrite({ ...keys.timeline(domainId, entry.id), ...entry });
}
