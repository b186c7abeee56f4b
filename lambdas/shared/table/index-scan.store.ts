import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { LIST_INDEXES, type ListIndex } from '../../../contract/stack/table-shape.ts';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import type { Item } from './table.store.ts';

/** One page of a whole index: its items, and where the next page begins. */
export type ScanIndex = (startAt: Item | undefined) => Promise<{ items: Item[]; next?: Item }>;

const PAGE = 100;

/**
 * Scans an index over all organizations, in DynamoDB's own order, which changes of items do not affect. No Lambda has the
 * permission, and none needs it: it is for commands that concern every domain.
 */
export function indexScan(tableName: string, index: ListIndex): ScanIndex {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(SDK_LIMITS));
  return async (startAt) => {
    const page = { TableName: tableName, IndexName: LIST_INDEXES[index].name, Limit: PAGE };
    const { Items, LastEvaluatedKey } = await documents.send(
      new ScanCommand({ ...page, ...(startAt && { ExclusiveStartKey: startAt }) }),
    );
    return { items: Items ?? [], ...(LastEvaluatedKey && { next: LastEvaluatedKey }) };
  };
}
