import { csvText } from '../../../contract/csv-text.ts';
import type { AuditEntry } from '../api/audit.ts';

const COLUMNS = [
  'created_at',
  'id',
  'actor_type',
  'actor_id',
  'action',
  'object_type',
  'object_id',
  'request_id',
  'source_ip',
] as const;
const FACTS = ['before', 'after'] as const;

export function actorId({ actor }: AuditEntry): string {
  return actor.user_id ?? actor.key_id ?? actor.machine_id ?? '';
}

export function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => {
    const { id, created_at, actor, action, object, request_id = '', source_ip = '' } = entry;
    const facts = FACTS.map((name) => (entry[name] === undefined ? '' : JSON.stringify(entry[name])));
    return [created_at, id, actor.type, actorId(entry), action, object.type, object.id, request_id, source_ip, ...facts];
  });
  return csvText([[...COLUMNS, ...FACTS], ...rows]);
}

export function jsonLinesOf(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
