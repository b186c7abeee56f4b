import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { domainStore } from '../../../lambdas/domains/domain.store.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { aDomain } from '../a-domain.ts';

const dynamo = mockClient(DynamoDBClient);
const domains = domainStore(openTable(new DynamoDBClient({}), 'table'), { newId: (prefix) => `${prefix}_1` });
const stored = aDomain('finalizing');

beforeEach(() => {
  dynamo.reset();
  dynamo.on(TransactWriteItemsCommand).resolves({});
});

function holds(item: object): void {
  dynamo.on(GetItemCommand).resolves({ Item: marshall({ pk: `DOMAIN#${stored.id}`, sk: 'DOMAIN', duePk: 'DUE#1', ...item }) });
}

async function rewritten() {
  const domain = await domains.get(stored.id);
  if (!domain) throw new Error('no domain');
  await domains.replace(domain, domain, { timeline: 'test', events: [] });
  const writes = dynamo.commandCalls(TransactWriteItemsCommand)[0]?.args[0].input.TransactItems ?? [];
  return unmarshall(writes[0]?.Put?.Item ?? {});
}

describe('a row that newer code has written', () => {
  it('keeps what older code does not know, at every depth', async () => {
    holds({
      ...stored,
      colour: 'red',
      issuance: { ...stored.issuance, profile: 'short' },
      diagnosis: { ...stored.diagnosis, score: 3 },
    });
    expect(await rewritten()).toMatchObject({ colour: 'red', issuance: { profile: 'short' }, diagnosis: { score: 3 } });
  });
});

describe('a row', () => {
  it('at rest is in no due partition', async () => {
    const { stepDueAt: _, ...atRest } = aDomain('active');
    holds(atRest);
    expect(await rewritten()).not.toHaveProperty('duePk');
  });

  it('is replaced only as it was read, and grows a version', async () => {
    holds(stored);
    expect((await rewritten()).version).toBe(stored.version + 1);
    const [write] = dynamo.commandCalls(TransactWriteItemsCommand)[0]?.args[0].input.TransactItems ?? [];
    expect(write?.Put?.ConditionExpression).toBe('version = :seen');
    expect(unmarshall(write?.Put?.ExpressionAttributeValues ?? {})).toEqual({ ':seen': stored.version });
  });

  it('that nobody can understand is an error, not a domain', async () => {
    holds({ ...stored, phase: 'unheard-of' });
    await expect(domains.get(stored.id)).rejects.toThrow();
  });
});
