import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeTable, eachRow } from '../../../../lambdas/shared/table/whole-table.store.ts';

const documents = mockClient(DynamoDBDocumentClient);
const dynamo = mockClient(DynamoDBClient);

beforeEach(() => {
  documents.reset();
  dynamo.reset();
});

describe('a whole table', () => {
  it('is read in segments, each to its last page, and only rows of these keys come back', async () => {
    const next = { pk: 'KEY#1', sk: 'KEY' };
    documents.on(ScanCommand).resolves({ Items: [] });
    documents.on(ScanCommand, { Segment: 3 }).resolves({ Items: [{ pk: 'KEY#1' }], LastEvaluatedKey: next });
    documents.on(ScanCommand, { Segment: 3, ExclusiveStartKey: next }).resolves({ Items: [{ pk: 'KEY#2' }] });
    const rows: object[] = [];
    await eachRow(
      'table',
      [
        { pk: 'KEY#', sk: 'KEY' },
        { pk: 'INVITED#', sk: '' },
      ],
      async (page) => void rows.push(...page),
    );
    expect(rows).toEqual([{ pk: 'KEY#1' }, { pk: 'KEY#2' }]);
    const inputs = documents.commandCalls(ScanCommand).map(({ args }) => args[0].input);
    expect(new Set(inputs.map(({ Segment }) => Segment)).size).toBe(inputs[0]?.TotalSegments);
    expect(inputs[0]).toMatchObject({
      FilterExpression: '(begins_with(pk, :pk0) AND begins_with(sk, :sk0)) OR (begins_with(pk, :pk1))',
      ExpressionAttributeValues: { ':pk0': 'KEY#', ':sk0': 'KEY', ':pk1': 'INVITED#' },
    });
  });

  it('says what it was restored from, and to when', async () => {
    const at = new Date(1_000);
    dynamo.on(DescribeTableCommand).resolves({
      Table: {
        TableArn: 'arn:new',
        TableStatus: 'ACTIVE',
        CreationDateTime: at,
        GlobalSecondaryIndexes: [{ IndexName: 'byDue' }],
        RestoreSummary: { RestoreInProgress: false, SourceTableArn: 'arn:old', RestoreDateTime: at },
      },
    });
    expect(await describeTable('new')).toEqual({
      arn: 'arn:new',
      status: 'ACTIVE',
      createdAt: at,
      indexes: ['byDue'],
      restored: { isUnderWay: false, sourceArn: 'arn:old', at },
    });
  });

  it('may not be there', async () => {
    dynamo.on(DescribeTableCommand).rejects(new ResourceNotFoundException({ message: 'no', $metadata: {} }));
    expect(await describeTable('new')).toBeUndefined();
  });
});
