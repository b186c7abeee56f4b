import { isDeepStrictEqual } from 'node:util';
import type { Actor, AuditEntry } from './audit.schema.ts';

export type AuditedChange = Pick<AuditEntry, 'action' | 'resource' | 'before' | 'after'>;

/** Who changes something, for which organization, and when: each call of the API is one. */
export interface Change {
  actor: Actor;
  caller: { organizationId: string };
  now: Date;
}

/** The audit record of what a call changes. */
export function auditEntry({ actor, caller, now }: Change, id: string, change: AuditedChange): AuditEntry {
  return { id, at: now.toISOString(), organizationId: caller.organizationId, actor, ...change };
}

/** The same for a change that an administrator makes at the command line. */
export function administratorsEntry(organizationId: string, id: string, now: Date, change: AuditedChange): AuditEntry {
  return { id, at: now.toISOString(), organizationId, actor: { type: 'administrator' }, ...change };
}

type Fields = Record<string, unknown>;

/** What differs between two states of a resource as the API shows them, `updated_at` apart; undefined where nothing does. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return undefined;
  const only = (fields: Fields) => Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  return { before: only(before), after: only(after) };
}
