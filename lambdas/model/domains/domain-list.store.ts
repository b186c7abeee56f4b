import { LIST_INDEXES, type ListIndex, USE_INDEX, USE_KEYS } from '../../shared/contract/table-shape.ts';
import { keys, listPartitions } from '../../shared/table/keys.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { shownDomainOf } from './domain-item.ts';
import type { ShownDomain } from './domain-row.schema.ts';
import { TimelineEntry } from './timeline.store.ts';

/** One Query on a list index. */
export interface ListQuery {
  index: ListIndex;
  /** Of keys.ts `listPartitions`. */
  partition: string;
  /** For the indexes by expiry: certificates that end before it, soonest first. */
  endsBefore?: string;
  limit: number;
  after?: ListPosition;
}

/** Behind which domain a list goes on; it need not be there any more. `endsAt`: of its certificate, for the indexes by expiry. */
export interface ListPosition {
  id: number;
  endsAt?: string | undefined;
}

/** What is read of many domains at once. The indexes may lag a second behind. */
export function domainListStore(table: Table) {
  async function useOf(organizationId: string, prefix: string): Promise<number> {
    let count = 0;
    let startAt: Item | undefined;
    do {
      const page = await table.count({
        IndexName: USE_INDEX.name,
        KeyConditionExpression: `${USE_INDEX.partitionKey} = :organization AND begins_with(${USE_INDEX.sortKey}, :prefix)`,
        values: { ':organization': listPartitions.ofOrganization(organizationId), ':prefix': prefix },
        ...(startAt && { startAt }),
      });
      count += page.count;
      startAt = page.next;
    } while (startAt);
    return count;
  }

  return {
    /** One page, one Query: newest first, or soonest expiry first. There may be more where DynamoDB stopped, at the limit or at a megabyte. */
    async page(query: ListQuery): Promise<{ domains: ShownDomain[]; mayHaveMore: boolean }> {
      const { index, partition, endsBefore, limit } = query;
      const { name, partitionKey, sortKey } = LIST_INDEXES[index];
      const byExpiry = endsBefore !== undefined;
      const isInPartition = `${partitionKey} = :partition`;
      const { items, next } = await table.query({
        IndexName: name,
        KeyConditionExpression: byExpiry ? `${isInPartition} AND ${sortKey} < :before` : isInPartition,
        values: { ':partition': partition, ...(byExpiry && { ':before': endsBefore }) },
        ScanIndexForward: byExpiry,
        Limit: limit,
        ...(query.after && { startAt: startOf(query, query.after) }),
      });
      return { domains: items.map(shownDomainOf), mayHaveMore: next !== undefined };
    },

    /** How many domains an organization has, and how many of them were never validated. Two requests at once; one more for each megabyte of keys. */
    async counts(organizationId: string): Promise<{ domains: number; unvalidatedDomains: number }> {
      const [never, once] = await Promise.all([
        useOf(organizationId, USE_KEYS.neverValidated),
        useOf(organizationId, USE_KEYS.onceValidated),
      ]);
      return { domains: never + once, unvalidatedDomains: never };
    },

    async anyOnServer(organizationId: string, serverId: number): Promise<boolean> {
      const partition = listPartitions.ofServer(organizationId, serverId);
      return (await this.page({ index: 'byServer', partition, limit: 1 })).domains.length > 0;
    },

    /** A page of a domain's timeline, newest first, behind the entry `after`. Never lags behind a write. */
    async timeline(domainId: number, limit: number, after?: string): Promise<TimelineEntry[]> {
      const { pk, sk } = keys.timeline(domainId, '');
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
        values: { ':pk': pk, ':prefix': sk },
        ...(after !== undefined && { startAt: { ...keys.timeline(domainId, after) } }),
      });
      return items.map((item) => TimelineEntry.parse(item));
    },
  };
}
export type DomainListStore = ReturnType<typeof domainListStore>;

/** The keys of the table and of the index, as DynamoDB wants them; the domain itself need not exist any more. */
function startOf({ index, partition, endsBefore }: ListQuery, { id, endsAt }: ListPosition): Item {
  const { partitionKey, sortKey } = LIST_INDEXES[index];
  return { ...keys.domain(id), [partitionKey]: partition, [sortKey]: endsBefore === undefined ? id : endsAt };
}
