import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { acmeAccountStore } from '../../../../lambdas/acme/account.store.ts';
import { challengeStore } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { later, NOW, SECOND } from '../../a-domain.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const conditionFailed = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
const nowSeconds = NOW.getTime() / 1000;
beforeEach(() => void dynamo.reset());

describe('a challenge', () => {
  const challenges = challengeStore(table);
  const challenge = { hostname: 'shop.customer.com', keyAuthorization: 'token.thumbprint', expiresAtSeconds: nowSeconds + 10 };

  it('is found by its token with one request, until it expires', async () => {
    dynamo.on(GetCommand).resolves({ Item: { pk: 'CHALLENGE#token', sk: 'CHALLENGE', ...challenge } });
    expect(await challenges.get('token', later(9 * SECOND))).toEqual(challenge);
    expect(dynamo.calls()).toHaveLength(1);
    expect(await challenges.get('token', later(10 * SECOND))).toBeUndefined();
  });

  it('is written without a condition, so that a repeat does no harm', async () => {
    dynamo.on(PutCommand).resolves({});
    await challenges.put('token', challenge);
    const input = dynamo.commandCalls(PutCommand)[0]?.args[0].input;
    expect(input?.Item).toEqual({ pk: 'CHALLENGE#token', sk: 'CHALLENGE', ...challenge });
    expect(input?.ConditionExpression).toBeUndefined();
  });

  it('is found by its hostname too, as the last one that was published', async () => {
    dynamo.on(PutCommand).resolves({});
    await challenges.put('token', challenge);
    expect(dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input.Item?.pk)).toEqual([
      'CHALLENGE#token',
      'CHALLENGE#shop.customer.com',
    ]);
    dynamo.on(GetCommand).resolves({ Item: challenge });
    expect(await challenges.ofHostname('shop.customer.com', NOW)).toEqual(challenge);
    expect(dynamo.commandCalls(GetCommand)[0]?.args[0].input.Key?.pk).toBe('CHALLENGE#shop.customer.com');
  });
});

describe('the account of a CA', () => {
  const accounts = acmeAccountStore(table, 'https://ca.test/dir');
  const account = { sealedKey: { dataKey: 'a', iv: 'b', tag: 'c', ciphertext: 'd' }, createdAt: NOW.toISOString() };

  it('is created by the first and by nobody after', async () => {
    dynamo.on(PutCommand).resolvesOnce({}).rejects(conditionFailed);
    expect([await accounts.create(account), await accounts.create(account)]).toEqual([true, false]);
    expect(dynamo.commandCalls(PutCommand)[0]?.args[0].input.ConditionExpression).toBe('attribute_not_exists(pk)');
  });

  it('loses only the URL that was found to be unknown', async () => {
    dynamo.on(UpdateCommand).rejects(conditionFailed);
    await accounts.forgetUrl('https://ca.test/account/1');
    expect(dynamo.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      UpdateExpression: 'REMOVE accountUrl',
      ConditionExpression: 'accountUrl = :url',
    });
  });
});
