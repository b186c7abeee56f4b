import type { AuditSearch } from '../api/audit.ts';
import { readTexts } from '../parts/text/read-texts.ts';

const NAMES = ['from', 'until', 'actor', 'type', 'id', 'request', 'cursor'] as const;
const DAYS = ['from', 'until'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Leaves out unknown, empty and non-text values, and invalid days. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read: AuditSearch = readTexts(search, NAMES);
  for (const name of DAYS) if (!DAY.test(read[name] ?? '')) delete read[name];
  return read;
}
