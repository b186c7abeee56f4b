import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { notThereYet, openTable } from '../../../../lambdas/shared/table/table.store.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const item = { pk: 'A', sk: 'B', count: 1 };
const cancelled = (...reasons: CancellationReason[]) =>
  new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons: reasons });

beforeEach(() => dynamo.reset());

describe('a lost race', () => {
  it('is a condition that failed, with the item that was found', async () => {
    dynamo.on(PutCommand).rejects(new ConditionalCheckFailedException({ message: 'no', $metadata: {}, Item: marshall(item) }));
    await expect(table.put(item, notThereYet)).rejects.toMatchObject({ name: 'LostRace', found: [item] });
  });

  it('is a transaction in which conditions failed or another was at work, each found item in its place', async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(
        cancelled({ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: marshall(item) }, { Code: 'TransactionConflict' }),
      );
    await expect(table.transact([])).rejects.toMatchObject({ name: 'LostRace', found: [undefined, item, undefined] });
  });

  it.each(['ValidationError', 'ItemCollectionSizeLimitExceeded', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is not a transaction cancelled for %s',
    async (Code) => {
      dynamo.on(TransactWriteCommand).rejects(cancelled({ Code: 'None' }, { Code }));
      await expect(table.transact([])).rejects.not.toBeInstanceOf(LostRace);
    },
  );
});

describe('a single write that meets a transaction at work on its item', () => {
  const conflict = new TransactionConflictException({ message: 'conflict', $metadata: {} });

  it('is tried again', async () => {
    dynamo.on(UpdateCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({ Attributes: item });
    expect(await table.update({ pk: 'A', sk: 'B' }, { expression: 'SET a = b' })).toEqual(item);
  });

  it('is given up, after several tries, as what it is, not as a lost race', async () => {
    dynamo.on(PutCommand).rejects(conflict);
    await expect(table.put(item)).rejects.toBe(conflict);
    expect(dynamo.calls()).toHaveLength(4);
  });
});

describe('every method is one request', () => {
  it('a get reads consistently by one request, and answers undefined where nothing is', async () => {
    dynamo.on(GetCommand).resolvesOnce({ Item: item }).resolves({});
    expect(await table.get({ pk: 'A', sk: 'B' })).toEqual(item);
    expect(await table.get({ pk: 'A', sk: 'B' })).toBeUndefined();
    expect(dynamo.commandCalls(GetCommand).every((call) => call.args[0].input.ConsistentRead)).toBe(true);
    expect(dynamo.calls()).toHaveLength(2);
  });

  it('an update answers the item after it by one request', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...item, count: 2 } });
    const answer = await table.update(
      { pk: 'A', sk: 'B' },
      { expression: 'ADD #c :one', names: { '#c': 'count' }, values: { ':one': 1 } },
    );
    expect(answer.count).toBe(2);
    expect(dynamo.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      ReturnValues: 'ALL_NEW',
      ExpressionAttributeNames: { '#c': 'count' },
    });
  });

  it('a query answers a page and where the next begins by one request', async () => {
    dynamo.on(QueryCommand).resolves({ Items: [item], LastEvaluatedKey: { pk: 'A', sk: 'B' } });
    const page = await table.query({ KeyConditionExpression: 'pk = :pk', values: { ':pk': 'A' }, startAt: { pk: 'A', sk: 'A' } });
    expect(page).toEqual({ items: [item], next: { pk: 'A', sk: 'B' } });
    expect(dynamo.calls()).toHaveLength(1);
  });
});
