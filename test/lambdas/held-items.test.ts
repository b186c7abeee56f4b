import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { openTable, type TableQuery } from '../../lambdas/shared/table/table.store.ts';
import { holdItems } from './held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');

/** The items of test/engine/pages.test.ts, which runs on Amazon's engine, so that the results can be compared. */
const items = Array.from({ length: 12 }, (_, at) => ({
  pk: 'PAGES',
  sk: String(at).padStart(2, '0'),
  note: 'x'.repeat(50_000),
  listPk: 'PAGES',
  listId: at,
  listed: { note: 'x'.repeat(50_000) },
}));
const PAGES: TableQuery = { KeyConditionExpression: 'pk = :pk', values: { ':pk': 'PAGES' } };

async function pageSizes(query: TableQuery): Promise<number[]> {
  holdItems(dynamo, items);
  const sizes: number[] = [];
  let startAt: Record<string, unknown> | undefined;
  do {
    const page = await table.query({ ...query, ...(startAt && { startAt }) });
    sizes.push(page.items.length);
    startAt = page.next;
  } while (startAt);
  return sizes;
}

it.each<[string, TableQuery, number[]]>([
  ['ends behind the item that fills a megabyte, as on DynamoDB Local', PAGES, [11, 1]],
  ['ends by its limit', { ...PAGES, Limit: 5 }, [5, 5, 2]],
  ['counts what a filter leaves out, as AWS does', { ...PAGES, FilterExpression: 'attribute_not_exists(note)' }, [0, 0]],
  ['counts what a projection leaves out', { ...PAGES, ProjectionExpression: 'sk' }, [11, 1]],
  [
    'of an index counts its entries, as AWS does',
    { ...PAGES, IndexName: 'byOrganization', KeyConditionExpression: 'listPk = :pk' },
    [12],
  ],
])("a page of the tests' table %s", async (_, query, expected) => {
  expect(await pageSizes(query)).toEqual(expected);
});
