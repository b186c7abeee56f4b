import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAwsBusy } from '../../../../lambdas/shared/middleware/middleware.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { requestsTo } from '../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const [one, two] = [
  { pk: 'A', sk: '1' },
  { pk: 'A', sk: '2' },
];
beforeEach(() => dynamo.reset());

describe('a batch of items', () => {
  it('is read with one consistent request, and an empty one with none', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { table: [{ ...one, count: 1 }] } });
    expect(await table.getMany([{ ...one, more: 1 } as typeof one, two])).toEqual([{ ...one, count: 1 }]);
    expect(dynamo.commandCalls(BatchGetCommand)[0]?.args[0].input).toEqual({
      RequestItems: { table: { Keys: [one, two], ConsistentRead: true } },
    });
    expect(await table.getMany([])).toEqual([]);
    expect(requestsTo(dynamo)).toEqual(['BatchGetItem']);
  });

  it('is requested again for the rest where DynamoDB leaves out throttled ones', async () => {
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [one] }, UnprocessedKeys: { table: { Keys: [two] } } })
      .resolves({ Responses: { table: [two] } });
    expect(await table.getMany([one, two])).toEqual([one, two]);
    expect(dynamo.commandCalls(BatchGetCommand)[1]?.args[0].input.RequestItems?.table?.Keys).toEqual([two]);
  });

  it('that stays throttled is no answer with a part missing, but AWS that is busy', async () => {
    dynamo.on(BatchGetCommand).resolves({ Responses: { table: [one] }, UnprocessedKeys: { table: { Keys: [two] } } });
    const answer = await table.getMany([one, two]).catch((error: unknown) => error);
    expect(isAwsBusy(answer)).toBe(true);
    expect(requestsTo(dynamo)).toHaveLength(4);
  });
});
