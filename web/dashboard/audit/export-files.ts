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

/** RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => {
    const { id, created_at, actor, action, object, request_id = '', source_ip = '' } = entry;
    const facts = FACTS.map((name) => (entry[name] === undefined ? '' : JSON.stringify(entry[name])));
    return [created_at, id, actor.type, actorId(entry), action, object.type, object.id, request_id, source_ip, ...facts];
  });
  return [[...COLUMNS, ...FACTS], ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n]/;

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function jsonLinesOf(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** Has the browser store a file. */
export function store(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
