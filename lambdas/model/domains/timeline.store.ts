import * as z from 'zod/mini';
import { DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { Actor } from '../../shared/audit/audit.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { pagesOf } from '../../shared/table/queries.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { Evidence, StoredReason } from './diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from './diagnosis-of.ts';
import type { Domain } from './domain-row.schema.ts';

export const TimelineEntry = storedObject({
  id: z.string(),
  at: z.string(),
  /** For example `order.created`. */
  what: z.string(),
  code: z.enum(DIAGNOSIS_CODES),
  /** If the diagnosis changed: the rest of it, and its evidence. */
  reason: z.optional(StoredReason),
  observed: z.optional(z.string()),
  evidence: z.optional(z.array(Evidence)),
  /** Earlier checks that found nothing new. */
  quietChecks: z.optional(z.int()),
  actor: storedObject({
    type: z.enum(['service', 'api_key', 'user', 'administrator', 'machine']),
    keyId: z.optional(z.string()),
    userId: z.optional(z.string()),
    /** The API request that caused it. */
    requestId: z.optional(z.string()),
  }),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** As long as the audit log. */
const KEPT_DAYS = 400;
/** After the domain is removed. */
const KEPT_DAYS_AFTER_REMOVAL = 30;

/** A timeline entry, for the transaction of its change. */
export function timelineWrite(table: Table, domainId: number, entry: TimelineEntry): Write {
  const expiresAtSeconds = expirySeconds(new Date(entry.at), KEPT_DAYS * 86_400);
  return table.putWrite({ ...keys.timeline(domainId, entry.id), ...entry, expiresAtSeconds });
}

const ENDED_AT_ONCE = 100;
const hasNoEarlierEnd = '#end > :end';

/** For a removed domain. A Query per hundred entries, and an update for each. Idempotent. */
export async function endTimeline(table: Table, domainId: number, now: Date): Promise<void> {
  const { pk, sk } = keys.timeline(domainId, '');
  const query = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
    values: { ':pk': pk, ':prefix': sk },
  };
  const end = {
    expression: 'SET #end = :end',
    condition: hasNoEarlierEnd,
    names: { '#end': TABLE_SHAPE.ttl },
    values: { ':end': expirySeconds(now, KEPT_DAYS_AFTER_REMOVAL * 86_400) },
  };
  for await (const entries of pagesOf(table, { ...query, Limit: ENDED_AT_ONCE }))
    await Promise.all(entries.map(({ sk: entry }) => wonRace(table.update({ pk, sk: String(entry) }, end))));
}

interface Happened {
  timeline: string;
  quietChecks?: number;
  audit?: { by: Actor };
}

export function timelineEntry(before: Domain | undefined, domain: Domain, change: Happened, id: string): TimelineEntry {
  const { timeline: what, audit, quietChecks = 0 } = change;
  const { type, keyId, userId, requestId }: TimelineEntry['actor'] = audit?.by ?? { type: 'service' };
  const actor = {
    type,
    ...(keyId !== undefined && { keyId }),
    ...(userId !== undefined && { userId }),
    ...(requestId !== undefined && { requestId }),
  };
  const entry = { id, at: domain.updatedAt, what, ...diagnosisFields(before, domain), actor };
  return quietChecks > 0 ? { ...entry, quietChecks } : entry;
}

/** The code; if it, its reason or the observed value has changed, also the evidence. */
function diagnosisFields(before: Domain | undefined, domain: Domain): Pick<TimelineEntry, 'code' | 'reason' | 'evidence'> {
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
