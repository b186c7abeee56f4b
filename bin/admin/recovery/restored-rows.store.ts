import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { SDK_LIMITS } from '../../../lambdas/shared/aws/sdk-limits.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { ACCESS_ROWS } from './revival.ts';

/** A table is read at this many places at once. */
const SEGMENTS = 8;

/**
 * Reads every row of a table that gives somebody access, page by page. The whole table is read for it, half a read unit for 4 KB,
 * and only these rows come back.
 */
export async function eachAccessRow(tableName: string, onPage: (rows: Item[]) => Promise<void>): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(SDK_LIMITS));
  const scan = { TableName: tableName, TotalSegments: SEGMENTS, ConsistentRead: true, ...accessRowsOnly() };
  const readSegment = async (Segment: number) => {
    let startAt: Item | undefined;
    do {
      const page = await documents.send(new ScanCommand({ ...scan, Segment, ...(startAt && { ExclusiveStartKey: startAt }) }));
      if (page.Items && page.Items.length > 0) await onPage(page.Items);
      startAt = page.LastEvaluatedKey;
    } while (startAt);
  };
  await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => readSegment(segment)));
}

function accessRowsOnly() {
  const begins = ACCESS_ROWS.map(({ pk, sk }, index) => ({
    [`:pk${index}`]: pk,
    ...(sk !== '' && { [`:sk${index}`]: sk }),
  }));
  const clause = (values: object) => Object.keys(values).map((name) => `begins_with(${name.slice(1, 3)}, ${name})`);
  return {
    FilterExpression: begins.map((values) => `(${clause(values).join(' AND ')})`).join(' OR '),
    ExpressionAttributeValues: Object.assign({}, ...begins) as Record<string, string>,
  };
}

/** Undefined: there is no table of this name. */
export async function describeTable(tableName: string): Promise<TableDescription | undefined> {
  try {
    return (await new DynamoDBClient(SDK_LIMITS).send(new DescribeTableCommand({ TableName: tableName }))).Table;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}
