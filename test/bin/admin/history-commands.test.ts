import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { newestEntries } from '../../../bin/admin/history-commands.ts';
import { domainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { iso } from '../../lambdas/a-domain.ts';
import { holdItems } from '../../lambdas/held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const lists = domainListStore(openTable(new DynamoDBClient({}), 'table'));
const entry = (n: number) => {
  const id = `tl_${n}`;
  const facts = { at: iso(n * 1000), what: 'order.created', code: 'in_progress', actor: { type: 'service' } };
  return { ...keys.timeline(7, id), id, ...facts, observed: 'x'.repeat(300_000) };
};

it.each([
  [3, ['tl_9', 'tl_8', 'tl_7']],
  [6, ['tl_9', 'tl_8', 'tl_7', 'tl_6', 'tl_5', 'tl_4']],
  [100, ['tl_9', 'tl_8', 'tl_7', 'tl_6', 'tl_5', 'tl_4', 'tl_3', 'tl_2', 'tl_1']],
])('the administrator reads the newest %i entries of a timeline, also where they fill several pages', async (limit, expected) => {
  holdItems(
    dynamo,
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => entry(n)),
  );
  expect((await newestEntries(lists, 7, limit)).map(({ id }) => id)).toEqual(expected);
});
