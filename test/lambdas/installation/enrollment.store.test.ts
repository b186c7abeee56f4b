import { createHash } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { enrollmentStore } from '../../../lambdas/installation/enrollment.store.ts';
import { newEnrollmentToken } from '../../../lambdas/installation/enrollment-token.ts';
import { base62 } from '../../../lambdas/shared/ids.gateway.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { HOUR, iso, later, NOW } from '../a-domain.ts';

const dynamo = mockClient(DynamoDBClient);
const store = enrollmentStore(openTable(new DynamoDBClient({}), 'table'));
const token = newEnrollmentToken(base62);
const key = { pk: `ENROLLMENT#${createHash('sha256').update(token).digest('hex')}`, sk: 'ENROLLMENT' };
beforeEach(() => dynamo.reset());

describe('an enrollment token', () => {
  it('is enr_ and 43 base62 characters, another each time', () => {
    expect(token).toMatch(/^enr_[0-9A-Za-z]{43}$/);
    expect(newEnrollmentToken(base62)).not.toBe(token);
  });

  it('is kept as its hash only, for an hour', async () => {
    dynamo.on(PutItemCommand).resolves({});
    expect(await store.create('org_A', 1, token, NOW)).toEqual({ organizationId: 'org_A', serverId: 1, validUntil: iso(HOUR) });
    const item = unmarshall(dynamo.commandCalls(PutItemCommand)[0]?.args[0].input.Item ?? {});
    expect(item).toMatchObject({ ...key, expiresAtSeconds: later(HOUR).getTime() / 1000 });
    expect(JSON.stringify(item)).not.toContain(token);
  });

  it.each([
    ['the last millisecond', HOUR - 1, true],
    ['the end', HOUR, false],
  ])('at %s of its hour, whether it is found', async (_, at, found) => {
    dynamo
      .on(GetItemCommand)
      .resolves({ Item: marshall({ ...key, organizationId: 'org_A', serverId: 1, validUntil: iso(HOUR) }) });
    expect((await store.find(token, later(at))) !== undefined).toBe(found);
  });

  it('is used up on condition that it is still there and valid', () => {
    const { Delete } = store.useWrite(token, NOW);
    expect(Delete).toMatchObject({
      Key: marshall(key),
      ConditionExpression: 'attribute_exists(pk) AND validUntil > :now',
      ExpressionAttributeValues: { ':now': { S: NOW.toISOString() } },
    });
  });
});
