import { auditPartition, keys } from '../table/keys.ts';
import { everyItem } from '../table/queries.ts';
import { type Item, notThereYet, type Table, type Write } from '../table/table.store.ts';
import { addSeconds, expirySeconds, monthOf, monthsBetween } from '../time/instant.ts';
import { AUDIT_KEPT_DAYS, AuditEntry, entryIdAt } from './audit.schema.ts';

/** An audit entry, for the transaction of its change. Entries are only added: none replaces another. */
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

/** The position of a page of entries. `since`, `until`: limits of the time to read. */
export interface AuditPlace {
  organizationId: string;
  month: string;
  /** Entries below this id. */
  before?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** An entry's id is created while its request is served, and the clocks of two Lambdas may differ. */
export const SLACK_SECONDS = 120;

export function auditReader(table: Pick<Table, 'query'>) {
  return {
    /** Newest first, strongly consistent, one Query. */
    async page(place: AuditPlace, limit: number): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
      const { organizationId, month, before, since, until } = place;
      const first = since ? entryIdAt(new Date(addSeconds(since, -SLACK_SECONDS))) : LOWEST;
      const last = until ? entryIdAt(new Date(addSeconds(until, SLACK_SECONDS))) : HIGHEST;
      const { items, next } = await table.query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        values: { ':pk': keys.audit(organizationId, 'changes', month, '').pk, ':first': first, ':last': last },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
        ...(before !== undefined && { startAt: { ...keys.audit(organizationId, 'changes', month, before) } }),
      });
      return { entries: items.map((item) => AuditEntry.parse(item)), hasMore: next !== undefined };
    },
  };
}
export type AuditReader = ReturnType<typeof auditReader>;

/** Sort before and after every id. */
const LOWEST = 'aud_';
const HIGHEST = 'aud_~';

/** Entries of a place (`auditPlace`) with ids between two instants, as stored, oldest first. One Query per page. */
export function storedEntries(
  table: Table,
  organizationId: string,
  place: string,
  { since, until }: { since: Date; until: Date },
): AsyncGenerator<Item> {
  return everyItem(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ConsistentRead: true,
    values: {
      ':pk': auditPartition(organizationId, place),
      ':first': entryIdAt(since),
      ':last': `${entryIdAt(until)}~`,
    },
  });
}

/** The changes in an organization since an instant, oldest first. One Query per page and month. */
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
