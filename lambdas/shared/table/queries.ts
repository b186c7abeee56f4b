import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { type Key, organizationPartition } from './keys.ts';
import type { Item, Table, TableQuery } from './table.store.ts';

/** All items of a query, in its order: one request, and one more per megabyte or full `Limit`. */
export async function* everyItem(table: Pick<Table, 'query'>, query: TableQuery): AsyncGenerator<Item> {
  for await (const items of pagesOf(table, query)) yield* items;
}

/** The same, page by page. */
export async function* pagesOf(table: Pick<Table, 'query'>, query: TableQuery): AsyncGenerator<Item[]> {
  const pages = pagesWhile(
    () => true,
    (startAt) => table.query({ ...query, ...(startAt && { startAt }) }),
  );
  for await (const { items } of pages) yield items;
}

/** The first page, and further ones as long as `goesOn` is true before each. */
export async function* pagesWhile<Page extends { next?: Item }>(
  goesOn: () => boolean,
  read: (startAt?: Item) => Promise<Page>,
): AsyncGenerator<Page> {
  let startAt: Item | undefined;
  do {
    const page = await read(startAt);
    yield page;
    startAt = page.next;
  } while (startAt && goesOn());
}

/** The same as one array. */
export async function allItems(table: Pick<Table, 'query'>, query: TableQuery): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of everyItem(table, query)) items.push(item);
  return items;
}

const DUE_PAGE = 100;

/** Keys of due items in a partition of the due index, which may lag: the longest overdue first. One Query per page. */
export async function dueBefore(
  table: Pick<Table, 'query'>,
  partition: string,
  now: Date,
  startAt?: Item,
): Promise<{ keys: Key[]; next?: Item }> {
  const { items, next } = await table.query({
    IndexName: TABLE_SHAPE.byDue.name,
    KeyConditionExpression: 'duePk = :due AND stepDueAt <= :now',
    Limit: DUE_PAGE,
    values: { ':due': partition, ':now': now.toISOString() },
    ...(startAt && { startAt }),
  });
  return { keys: items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })), ...(next && { next }) };
}

/**
 * For a Query of an organization's items of one kind: those with an id below `before`, or all, highest first, strongly
 * consistent.
 */
export function idsBelow(keyOf: (organizationId: string, id: number) => Key, organizationId: string, before?: number) {
  return {
    KeyConditionExpression: 'pk = :organization AND sk BETWEEN :first AND :last',
    values: {
      ':organization': organizationPartition(organizationId),
      ':first': keyOf(organizationId, 0).sk,
      ':last': keyOf(organizationId, before === undefined ? Number.MAX_SAFE_INTEGER : before - 1).sk,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}
