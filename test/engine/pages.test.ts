import { allItems } from '../../lambdas/shared/table/queries.ts';
import type { Table, TableQuery } from '../../lambdas/shared/table/table.store.ts';
import { apart, fateOf, onBoth, tablesOfThisFile } from './on-both.ts';

// The size and order of a Query's pages.

tablesOfThisFile();

const PAGES = { KeyConditionExpression: 'pk = :pk', values: { ':pk': 'PAGES' } };
const LISTED_PAGES = { IndexName: 'byOrganization', KeyConditionExpression: 'listPk = :pk', values: { ':pk': 'PAGES' } };
const isFilled = new WeakMap<Table, Promise<unknown>>();

/** Twelve items of 100 kB, half of which are listed. */
async function filled(table: Table): Promise<Table> {
  const put = async () => {
    for (let at = 0; at < 12; at += 1) {
      const listed = { listPk: 'PAGES', listId: at, listed: { note: 'x'.repeat(50_000) } };
      await table.put({ pk: 'PAGES', sk: String(at).padStart(2, '0'), note: 'x'.repeat(50_000), ...listed });
    }
  };
  if (!isFilled.has(table)) isFilled.set(table, put());
  await isFilled.get(table);
  return table;
}

async function pageSizes(table: Table, query: TableQuery): Promise<number[]> {
  const sizes: number[] = [];
  let startAt: Record<string, unknown> | undefined;
  do {
    const page = await table.query({ ...query, ...(startAt && { startAt }) });
    sizes.push(page.items.length);
    startAt = page.next;
  } while (startAt);
  return sizes;
}

onBoth(
  'all items of a partition are read page by page, none twice, in the order of their sort keys',
  async ({ table }) => (await allItems(await filled(table), PAGES)).map(({ sk }) => Number(sk)),
  Array.from({ length: 12 }, (_, at) => at),
);
onBoth(
  'an index is read page by page to its last entry, from the highest number down',
  async ({ table }) =>
    (await allItems(await filled(table), { ...LISTED_PAGES, ScanIndexForward: false })).map(({ listId }) => listId),
  Array.from({ length: 12 }, (_, at) => 11 - at),
);
onBoth(
  'a page that its limit ends says where the next begins, also when there is none',
  async ({ table }) => (await (await filled(table)).query({ ...PAGES, Limit: 5, ScanIndexForward: false })).next,
  { pk: 'PAGES', sk: '07' },
);
onBoth(
  'a page of an index begins with an entry by all its keys',
  async ({ table }) => (await (await filled(table)).query({ ...LISTED_PAGES, Limit: 2 })).next,
  { pk: 'PAGES', sk: '01', listPk: 'PAGES', listId: 1 },
);
onBoth(
  'a page begins behind an item that is gone',
  async ({ table }) =>
    (await (await filled(table)).query({ ...PAGES, Limit: 1, startAt: { pk: 'PAGES', sk: '055' } })).items.map(({ sk }) => sk),
  ['06'],
);
onBoth(
  'a page does not begin outside of its range, nor in another partition, and a range is not upside down',
  async ({ table }) => {
    const between = (first: string, last: string) => ({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      values: { ':pk': 'PAGES', ':first': first, ':last': last },
    });
    return [
      await fateOf(table.query({ ...between('01', '03'), startAt: { pk: 'PAGES', sk: '09' } })),
      await fateOf(table.query({ ...PAGES, startAt: { pk: 'OTHER', sk: '09' } })),
      await fateOf(table.query(between('9', '1'))),
    ];
  },
  ['ValidationException', 'ValidationException', 'ValidationException'],
);
apart('a page of 1 MB ends with the item that exceeds it', async ({ table }) => pageSizes(await filled(table), PAGES), {
  'DynamoDB Local': [11, 1],
  MiniStack: [10, 2],
});
apart('a page of an index is limited by size', async ({ table }) => pageSizes(await filled(table), LISTED_PAGES), {
  'DynamoDB Local': [11, 1],
  MiniStack: [12],
});
apart(
  'filtered items count towards the 1 MB of a page',
  async ({ table }) => pageSizes(await filled(table), { ...PAGES, FilterExpression: 'attribute_not_exists(note)' }),
  { 'DynamoDB Local': [0], MiniStack: [0, 0] },
);
