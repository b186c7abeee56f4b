import { Readable } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { notThereYet, openTable } from '../../../../lambdas/shared/table/table.store.ts';

// A mocked document client hides how values are translated on the wire.

/**
 * A table whose DynamoDB gives this answer, and the bodies of the received requests. `lost`: the number of answers that do not
 * arrive.
 */
function tableThatAnswers(answer: object, statusCode = 200, lost = 0) {
  const bodies: object[] = [];
  const requestHandler = {
    handle: async ({ body }: { body: Uint8Array }) => {
      bodies.push(JSON.parse(Buffer.from(body).toString()));
      if (bodies.length <= lost) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
      return { response: { statusCode, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(answer))]) } };
    },
  };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  return { bodies, table: openTable(new DynamoDBClient({ region: 'us-east-1', credentials, requestHandler }), 'table') };
}

const key = { pk: 'A', sk: 'B' };
const KEY = { pk: { S: 'A' }, sk: { S: 'B' } };
const partly = { count: 1, note: undefined, more: { of: ['it'], none: undefined } };
const PARTLY = { count: { N: '1' }, more: { M: { of: { L: [{ S: 'it' }] } } } };

describe('what is undefined is not written', () => {
  it('by a put', async () => {
    const { table, bodies } = tableThatAnswers({});
    await table.put({ ...key, ...partly });
    expect(bodies).toStrictEqual([{ TableName: 'table', Item: { ...KEY, ...PARTLY } }]);
  });

  it('by an update', async () => {
    const { table, bodies } = tableThatAnswers({});
    await table.update(key, { expression: 'SET a = :a', values: { ':a': partly } });
    expect(bodies).toStrictEqual([
      {
        TableName: 'table',
        Key: KEY,
        UpdateExpression: 'SET a = :a',
        ExpressionAttributeValues: { ':a': { M: PARTLY } },
        ReturnValues: 'ALL_NEW',
      },
    ]);
  });

  it('by a transaction', async () => {
    const { table, bodies } = tableThatAnswers({});
    await table.transact([table.putWrite({ ...key, ...partly }), table.deleteWrite(key)]);
    expect(bodies).toMatchObject([
      {
        TransactItems: [
          { Put: { TableName: 'table', Item: { ...KEY, ...PARTLY } } },
          { Delete: { TableName: 'table', Key: KEY } },
        ],
      },
    ]);
    expect(JSON.stringify(bodies)).not.toContain('note');
  });
});

describe('a transaction', () => {
  it('whose answer was lost is sent again with the token of the first, so that DynamoDB makes its writes once', async () => {
    const { table, bodies } = tableThatAnswers({}, 200, 2);
    await table.transact([table.putWrite(key)]);
    const [first, ...repeats] = bodies;
    expect(first).toMatchObject({ ClientRequestToken: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(repeats).toStrictEqual([first, first]);
  });

  it('has a token of its own', async () => {
    const { table, bodies } = tableThatAnswers({});
    await table.transact([table.putWrite(key)]);
    await table.transact([table.putWrite(key)]);
    const [first, second] = bodies as { ClientRequestToken: string }[];
    expect(second?.ClientRequestToken).not.toBe(first?.ClientRequestToken);
  });
});

it('what DynamoDB answers is read as plain values', async () => {
  const { table } = tableThatAnswers({ Items: [{ ...KEY, ...PARTLY }], LastEvaluatedKey: KEY });
  const page = await table.query({ KeyConditionExpression: 'pk = :pk', values: { ':pk': 'A' }, startAt: key });
  expect(page).toStrictEqual({ items: [{ ...key, count: 1, more: { of: ['it'] } }], next: key });
});

it('the item that refused a write is read as plain values', async () => {
  const { table } = tableThatAnswers({ __type: 'ConditionalCheckFailedException', Item: { ...KEY, ...PARTLY } }, 400);
  const found = [{ ...key, count: 1, more: { of: ['it'] } }];
  await expect(table.put(key, notThereYet)).rejects.toMatchObject({ name: 'LostRace', found });
});

describe('a map with names that every object inherits', () => {
  const inherited = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');
  const named = Object.fromEntries([...inherited, 'toJSON', 'then', 'prototype'].map((name) => [name, 'x']));
  const item = { ...key, listed: { metadata: named, all: [named] } };
  const M = Object.fromEntries(Object.keys(named).map((name) => [name, { S: 'x' }]));
  const LISTED = { M: { metadata: { M }, all: { L: [{ M }] } } };

  it('is written and read as any other', async () => {
    const { table, bodies } = tableThatAnswers({ Item: { ...KEY, listed: LISTED } });
    const values = { ':a': item.listed };
    await table.put(item, { expression: 'a = :a', values });
    await table.update(key, { expression: 'SET a = :a', values });
    await table.transact([table.putWrite(item), table.updateWrite(key, { expression: 'SET a = :a', values })]);
    await table.query({ KeyConditionExpression: 'a = :a', values });
    const ExpressionAttributeValues = { ':a': LISTED };
    expect(bodies).toMatchObject([
      { Item: { ...KEY, listed: LISTED }, ExpressionAttributeValues },
      { ExpressionAttributeValues },
      { TransactItems: [{ Put: { Item: { ...KEY, listed: LISTED } } }, { Update: { ExpressionAttributeValues } }] },
      { ExpressionAttributeValues },
    ]);
    expect(await table.get(key)).toStrictEqual(item);
  });

  it('is refused with an error if the name is __proto__', () => {
    const { table } = tableThatAnswers({});
    expect(() => table.putWrite({ ...key, metadata: JSON.parse('{"__proto__":"x"}') })).toThrow('__proto__ cannot be stored');
  });
});
