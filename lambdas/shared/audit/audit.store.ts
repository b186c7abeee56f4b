import { expirySeconds } from '../instant.ts';
import { type AuditScope, keys, monthOf } from '../table/keys.ts';
import { type Item, notThereYet, type Table, type Write } from '../table/table.store.ts';
import { AuditEntry } from './audit.schema.ts';
import { AUDIT_KEPT_DAYS } from './audit-retention.ts';

/** One change for the transaction that makes it. Entries are only ever added: none takes the place of another. */
export function auditWrite(table: Pick<Table, 'putWrite'>, entry: AuditEntry): Write {
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
    for await (const item of itemsOf(table, organizationId, 'changes', month)) {
      const entry = AuditEntry.parse(item);
      if (entry.at >= since.toISOString() && entry.at <= now.toISOString()) yield entry;
    }
  }
}

async function* itemsOf(table: Table, organizationId: string, scope: AuditScope, month: string): AsyncGenerator<Item> {
  let startAt: Item | undefined;
  do {
    const page = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ConsistentRead: true,
      values: { ':pk': keys.audit(organizationId, scope, month, '').pk },
      ...(startAt && { startAt }),
    });
    yield* page.items;
    startAt = page.next;
  } while (startAt);
}

function* monthsBetween(since: Date, until: Date): Generator<string> {
  for (let month = new Date(`${monthOf(since)}-01T00:00:00Z`); month <= until; ) {
    yield monthOf(month);
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  }
}
