import type { AuditSearch } from '../api/audit.ts';

const NAMES = ['from', 'until', 'actor', 'type', 'id', 'cursor'] as const;
const DAYS = ['from', 'until'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is unknown, empty, no text or no day is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read: AuditSearch = {};
  for (const name of NAMES) {
    const value = search[name];
    // The router reads what looks like a number as one.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') read[name] = text;
  }
  for (const name of DAYS) if (!DAY.test(read[name] ?? '')) delete read[name];
  return read;
}
