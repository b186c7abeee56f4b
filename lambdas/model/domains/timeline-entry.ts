import type { Actor } from '../../shared/audit/audit.schema.ts';
import { diagnosisOf } from './diagnosis-of.ts';
import type { Domain } from './domain-row.schema.ts';
import type { TimelineEntry } from './timeline.store.ts';

interface Happened {
  timeline: string;
  quietLooks?: number;
  audit?: { by: Actor };
}

/** What a domain's timeline says of a change. */
export function timelineEntry(before: Domain | undefined, domain: Domain, change: Happened, id: string): TimelineEntry {
  const { timeline: what, audit, quietLooks = 0 } = change;
  const keyId = audit?.by.type === 'api_key' ? { keyId: audit.by.keyId } : {};
  const actor = { type: audit?.by.type ?? 'service', ...keyId };
  const entry = { id, at: domain.updatedAt, what, ...verdict(before, domain), actor };
  return quietLooks > 0 ? { ...entry, quietLooks } : entry;
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
