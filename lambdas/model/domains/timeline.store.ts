import * as z from 'zod/mini';
import { DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import type { Actor } from '../../shared/audit/audit.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { Evidence, StoredReason } from './diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from './diagnosis-of.ts';
import type { Domain } from './domain-row.schema.ts';

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
  /** Checks before this one that found nothing new. */
  quietChecks: z.optional(z.int()),
  actor: storedObject({
    type: z.enum(['service', 'api_key', 'user', 'administrator', 'machine']),
    keyId: z.optional(z.string()),
    userId: z.optional(z.string()),
    /** Of the request of the API that it comes from. */
    requestId: z.optional(z.string()),
  }),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** One thing that happened to a domain, for the transaction that makes it true. */
export function timelineWrite(table: Table, domainId: number, entry: TimelineEntry): Write {
  return table.putWrite({ ...keys.timeline(domainId, entry.id), ...entry });
}

interface Happened {
  timeline: string;
  quietChecks?: number;
  audit?: { by: Actor };
}

/** What a domain's timeline says of a change. */
export function timelineEntry(before: Domain | undefined, domain: Domain, change: Happened, id: string): TimelineEntry {
  const { timeline: what, audit, quietChecks = 0 } = change;
  const { type, keyId, userId, requestId }: TimelineEntry['actor'] = audit?.by ?? { type: 'service' };
  const actor = {
    type,
    ...(keyId !== undefined && { keyId }),
    ...(userId !== undefined && { userId }),
    ...(requestId !== undefined && { requestId }),
  };
  const entry = { id, at: domain.updatedAt, what, ...verdict(before, domain), actor };
  return quietChecks > 0 ? { ...entry, quietChecks } : entry;
}

/** The code; where it, its reason or what was observed is news, also what it rests on. */
function verdict(before: Domain | undefined, domain: Domain): Pick<TimelineEntry, 'code' | 'reason' | 'evidence'> {
  const { code, reason, observed, evidence } = diagnosisOf(domain).diagnosis;
  const was = before && diagnosisOf(before).diagnosis;
  if (code === was?.code && reason === was.reason && observed === was.observed) return { code };
  return {
    code,
    ...(reason && { reason }),
    ...(observed !== undefined && { observed }),
    ...(evidence.length > 0 && { evidence }),
  };
}
