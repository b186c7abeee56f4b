import type { WaitableActor } from '../../../contract/api/error-codes.ts';
import { LIST_INDEXES, LISTED_ATTRIBUTE, type ListIndex } from '../../../contract/stack/table-shape.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { keys, listPartitions } from '../../shared/table/keys.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { shownDomainOf } from './domain-item.ts';
import type { ShownDomain } from './domain-row.schema.ts';
import { TimelineEntry } from './timeline.store.ts';

export interface ListQuery {
  index: ListIndex;
  /** From `listPartitions` in keys.ts. */
  partition: string;
  /** For the indexes by expiry: certificates that end before it, soonest first. */
  endsBefore?: string;
  /** Together with it: those that end then or later. */
  endsFrom?: string;
  /** For the indexes by id: the lowest id. */
  idFrom?: number;
  /** For all but the indexes by expiry: the lowest id first; in the index by actor, the longest wait first. */
  isOldestFirst?: boolean;
  limit: number;
  after?: ListPosition;
}

/**
 * The position after which a list continues; that domain may be deleted. `endsAt` is its certificate's end, for the indexes by
 * expiry; `since` is its diagnosis's start, for the index by actor.
 */
export interface ListPosition {
  id: number;
  since?: string | undefined;
  endsAt?: string | undefined;
}

const neverValidated = `(attribute_not_exists(${LISTED_ATTRIBUTE}.cname.everValidated) OR ${LISTED_ATTRIBUTE}.cname.everValidated <> :true)`;

/** Reads of many domains. The indexes may lag by a second. */
export function domainListStore(table: Table) {
  return {
    /**
     * One page, one Query: newest first, unless oldest first is requested, or soonest expiry first. DynamoDB stops at the limit
     * or at a megabyte: there may be more.
     */
    async page(query: ListQuery): Promise<{ domains: ShownDomain[]; mayHaveMore: boolean }> {
      const { index, partition, endsFrom, endsBefore, idFrom, isOldestFirst = false, limit } = query;
      const { name, partitionKey, sortKey } = LIST_INDEXES[index];
      const byExpiry = endsBefore !== undefined;
      const { items, next } = await table.query({
        IndexName: name,
        KeyConditionExpression: [
          `${partitionKey} = :partition`,
          ...(byExpiry ? [endsFrom === undefined ? `${sortKey} < :before` : `${sortKey} BETWEEN :from AND :before`] : []),
          ...(idFrom !== undefined ? [`${sortKey} >= :idFrom`] : []),
        ].join(' AND '),
        values: {
          ':partition': partition,
          ...(byExpiry && { ...(endsFrom !== undefined && { ':from': endsFrom }), ':before': endsBefore }),
          ...(idFrom !== undefined && { ':idFrom': idFrom }),
        },
        ScanIndexForward: byExpiry || isOldestFirst,
        Limit: limit,
        ...(query.after && { startAt: startOf(query, query.after) }),
      });
      return { domains: items.map(shownDomainOf), mayHaveMore: next !== undefined };
    },

    /** Counts a page of an organization's domains: a megabyte of them, some thousand. */
    async countPage(organizationId: string, startAt?: Item): Promise<{ counted: DomainUse; next?: Item }> {
      const { name, partitionKey } = LIST_INDEXES.byOrganization;
      const { count, scanned, next } = await table.count({
        IndexName: name,
        KeyConditionExpression: `${partitionKey} = :organization`,
        FilterExpression: neverValidated,
        values: { ':organization': listPartitions.ofOrganization(organizationId), ':true': true },
        ...(startAt && { startAt }),
      });
      return { counted: { domains: scanned, unvalidatedDomains: count }, ...(next && { next }) };
    },

    /** Counts a page of the domains that wait for somebody: a megabyte of them, some hundred. */
    async countWaitingPage(
      organizationId: string,
      actor: WaitableActor,
      startAt?: Item,
    ): Promise<{ count: number; next?: Item }> {
      const { name, partitionKey } = LIST_INDEXES.byActor;
      const { count, next } = await table.count({
        IndexName: name,
        KeyConditionExpression: `${partitionKey} = :partition`,
        values: { ':partition': listPartitions.ofActor(organizationId, actor) },
        ...(startAt && { startAt }),
      });
      return { count, ...(next && { next }) };
    },

    async anyOnServer(organizationId: string, serverId: number): Promise<boolean> {
      const partition = listPartitions.ofServer(organizationId, serverId);
      return (await this.page({ index: 'byServer', partition, limit: 1 })).domains.length > 0;
    },

    /**
     * A page of a domain's timeline, newest first, of entries below `before`. Strongly consistent. One Query: large entries may
     * fill its megabyte before the page is full.
     */
    async timeline(
      domainId: number,
      { before, limit }: PagePlace<string>,
    ): Promise<{ items: TimelineEntry[]; hasMore: boolean }> {
      const { pk, sk } = keys.timeline(domainId, '');
      const { items, next } = await table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit + 1,
        values: { ':pk': pk, ':prefix': sk },
        ...(before !== undefined && { startAt: { ...keys.timeline(domainId, before) } }),
      });
      return { items: items.map((item) => TimelineEntry.parse(item)), hasMore: next !== undefined };
    },
  };
}
export type DomainListStore = ReturnType<typeof domainListStore>;

/** The keys of the table and of the index, as DynamoDB requires; the domain itself may be deleted. */
function startOf({ index, partition }: ListQuery, { id, endsAt, since }: ListPosition): Item {
  const { partitionKey, sortKey } = LIST_INDEXES[index];
  const sortValues = { listId: id, certificateEndsAt: endsAt, waitsSince: since };
  return { ...keys.domain(id), [partitionKey]: partition, [sortKey]: sortValues[sortKey] };
}
