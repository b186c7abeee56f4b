import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditEntry, type Change } from '../../shared/audit/audit-entry.ts';
import type { Server } from './server.schema.ts';
import { serverSettings } from './server-resource.ts';

/** A server may be asked for, or come into being by the number that a domain names: it is on record either way. */
export function serverCreated(call: Change, id: string, server: Server): AuditEntry {
  const resource = { type: 'server' as const, id: String(server.id) };
  return auditEntry(call, id, { action: 'server.created', resource, after: serverSettings(server) });
}
