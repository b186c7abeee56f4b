import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { LIST_INDEXES, type ListIndex } from '../../../contract/stack/table-shape.ts';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import type { Item } from './table.store.ts';

/** One page of a whole index: what lies in it, and where the next page begins. */
export type ScanIndex = (startAt: Item | undefined) => Promise<{ items: Item[]; next?: Item }>;

const PAGE = 100;

/**
 * All that an index holds, of all organizations, in an order of DynamoDB's own that no change of an item disturbs. No Lambda has
 * the right to it, and none needs it: it is for commands that concern every domain.
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
