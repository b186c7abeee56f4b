import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import type { Item } from './table.store.ts';

const SEGMENTS = 8;

/** The beginning of rows' keys; an empty `sk` matches all. */
export interface KeyPrefix {
  pk: string;
  sk: string;
}

/**
 * Reads the rows of a table whose keys begin with one of these, page by page. This reads the whole table, a read unit per 4 KB,
 * and returns only these rows. No Lambda has the permission: it is for an administrator's commands.
 */
export async function eachRow(
  tableName: string,
  prefixes: readonly KeyPrefix[],
  onPage: (rows: Item[]) => Promise<void>,
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(SDK_LIMITS));
  const scan = { TableName: tableName, TotalSegments: SEGMENTS, ConsistentRead: true, ...beginsWithOneOf(prefixes) };
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

function beginsWithOneOf(prefixes: readonly KeyPrefix[]) {
  const begins = prefixes.map(({ pk, sk }, index) => ({ [`:pk${index}`]: pk, ...(sk !== '' && { [`:sk${index}`]: sk }) }));
  const clauses = (values: object) => Object.keys(values).map((name) => `begins_with(${name.slice(1, 3)}, ${name})`);
  return {
    FilterExpression: begins.map((values) => `(${clauses(values).join(' AND ')})`).join(' OR '),
    ExpressionAttributeValues: Object.assign({}, ...begins) as Record<string, string>,
  };
}

export interface TableFacts {
  arn: string;
  /** For example `ACTIVE`. */
  status: string;
  createdAt: Date;
  indexes: string[];
  restored?: { isUnderWay: boolean; sourceArn?: string; at?: Date };
}

export async function describeTable(tableName: string): Promise<TableFacts | undefined> {
  try {
    const { Table } = await new DynamoDBClient(SDK_LIMITS).send(new DescribeTableCommand({ TableName: tableName }));
    const restore = Table?.RestoreSummary;
    return {
      arn: Table?.TableArn ?? '',
      status: Table?.TableStatus ?? '',
      createdAt: Table?.CreationDateTime ?? new Date(0),
      indexes: (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName ?? ''),
      ...(restore && {
        restored: {
          isUnderWay: restore.RestoreInProgress ?? false,
          ...(restore.SourceTableArn !== undefined && { sourceArn: restore.SourceTableArn }),
          ...(restore.RestoreDateTime && { at: restore.RestoreDateTime }),
        },
      }),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}
