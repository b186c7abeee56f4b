import { rolledAt } from '../../shared/ids/id-formats.ts';
import { deliveryPartition } from '../../shared/table/keys.ts';
import { allItems } from '../../shared/table/queries.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { monthOf } from '../../shared/time/instant.ts';
import { Delivery } from './delivery.schema.ts';
import { type DeliveryIdRange, monthsOf, rangesAround, retainedRange } from './delivery.ts';

/** An organization's webhook, by the fields of its key. */
export interface Owner {
  organizationId: string;
  id: number;
}
export interface DeliveryRows {
  items: Delivery[];
  hasMore: boolean;
}

/** Reads the deliveries of a webhook as a log, strongly consistent. */
export function deliveryListStore(table: Table) {
  return {
    /** Newest first, below the id `before`. One Query per month until there are `limit`: three for 30 days at most. */
    page(owner: Owner, { before, limit }: { before?: string | undefined; limit: number }, now: Date): Promise<DeliveryRows> {
      const retained = retainedRange(now);
      if (before === undefined) return rows(table, owner, { span: retained, limit, isNewestFirst: true });
      return rows(table, owner, { span: { ...retained, last: before }, limit, isNewestFirst: true, behind: before });
    },

    /** Newest first, within a span shorter than a month: one Query, or two if a month begins in it. */
    newestIn(owner: Owner, span: DeliveryIdRange, limit: number): Promise<DeliveryRows> {
      return rows(table, owner, { span, limit, isNewestFirst: true });
    },

    /** Oldest first, within a span, above the id `behind`; all of them if that is before the span. */
    between(
      owner: Owner,
      span: DeliveryIdRange,
      { behind, limit }: { behind?: string | undefined; limit: number },
    ): Promise<DeliveryRows> {
      if (behind === undefined || behind < span.first) return rows(table, owner, { span, limit, isNewestFirst: false });
      return rows(table, owner, { span: { ...span, first: behind }, limit, isNewestFirst: false, behind });
    },

    /** The ids that have a row. One Query for ids whose events were created at about the same time. */
    async known(owner: Owner, ids: readonly string[]): Promise<Set<string>> {
      const found = await Promise.all(rangesAround(ids).map((span) => idsIn(table, owner, span)));
      return new Set(found.flat());
    },
  };
}

interface RowsQuery {
  span: DeliveryIdRange;
  limit: number;
  isNewestFirst: boolean;
  /** The id after which the Query begins. */
  behind?: string;
}

async function rows(table: Table, owner: Owner, { span, limit, isNewestFirst, behind }: RowsQuery): Promise<DeliveryRows> {
  // DynamoDB refuses a span that ends before it begins, which happens when `behind` lies outside the span.
  if (span.first > span.last) return { items: [], hasMore: false };
  const months = isNewestFirst ? monthsOf(span).toReversed() : monthsOf(span);
  const items: Delivery[] = [];
  for (const [position, month] of months.entries()) {
    const pk = deliveryPartition(owner.organizationId, owner.id, month);
    const page = await table.query({
      ...idsBetween(pk, span),
      ScanIndexForward: !isNewestFirst,
      Limit: limit - items.length,
      ...(position === 0 && behind !== undefined && { startAt: { pk, sk: behind } }),
    });
    items.push(...page.items.map((item) => Delivery.parse(item)));
    if (page.next || items.length === limit) return { items, hasMore: true };
  }
  return { items, hasMore: false };
}

/** The span lies within one month. */
async function idsIn(table: Table, { organizationId, id }: Owner, span: DeliveryIdRange): Promise<string[]> {
  const pk = deliveryPartition(organizationId, id, monthOf(rolledAt(span.first)));
  const items = await allItems(table, { ...idsBetween(pk, span), ProjectionExpression: 'sk' });
  return items.map(({ sk }) => String(sk));
}

function idsBetween(pk: string, { first, last }: DeliveryIdRange) {
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    values: { ':pk': pk, ':first': first, ':last': last },
    ConsistentRead: true,
  };
}
