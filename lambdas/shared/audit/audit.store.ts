import { keys } from '../table/keys.ts';
import { everyItem } from '../table/queries.ts';
import { notThereYet, type Table, type Write } from '../table/table.store.ts';
import { expirySeconds, monthOf, monthsBetween } from '../time/instant.ts';
import { AUDIT_KEPT_DAYS, AuditEntry } from './audit.schema.ts';

/** One change for the transaction that makes it. Entries are only ever added: none takes the place of another. */
export function auditWrite(table: Table, entry: AuditEntry): Write {
  const at = new Date(entry.at);
  return table.putWrite(
    {
      ...keys.audit(entry.organizationId, 'changes', monthOf(at), entry.id),
      ...entry,
      expiresAtSeconds: expirySeconds(at, AUDIT_KEPT_DAYS * 86_400),
    },
    notThereYet,
  );
}

/** The changes made in an organization since an instant, oldest first. One Query a page and month. */
export async function* changesSince(table: Table, organizationId: string, since: Date, now: Date): AsyncGenerator<AuditEntry> {
  for (const month of monthsBetween(since, now)) {
    const pk = keys.audit(organizationId, 'changes', month, '').pk;
    const query = { KeyConditionExpression: 'pk = :pk', ConsistentRead: true, values: { ':pk': pk } };
    for await (const item of everyItem(table, query)) {
      const entry = AuditEntry.parse(item);
      if (entry.at >= since.toISOString() && entry.at <= now.toISOString()) yield entry;
    }
  }
}
