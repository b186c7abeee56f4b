import { ConditionalCheckFailedException, DynamoDBClient, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { notThereYet, openTable } from '../../../../lambdas/shared/table/table.store.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const refused = vi.fn();
const table = openTable(new DynamoDBClient({}), 'table', refused);
const entry = { ...keys.audit('org_A', 'changes', '2026-06', 'aud_1') };
const isThere = { expression: 'attribute_exists(pk)' };
beforeEach(() => {
  dynamo.reset();
  refused.mockReset();
});

it.each<[string, () => unknown]>([
  ['changed', () => table.update(entry, { expression: 'SET a = b' })],
  ['changed in a transaction', () => table.updateWrite(entry, { expression: 'SET a = b' })],
  ['deleted in a transaction', () => table.deleteWrite(entry)],
  ['deleted in a transaction under a condition', () => table.deleteWrite(entry, isThere)],
  ['written over', () => table.put(entry, notThereYet)],
  ['written over in a transaction', () => table.putWrite(entry)],
  ['written over in a transaction under another condition', () => table.putWrite(entry, isThere)],
])('an entry of the audit cannot be %s', async (_, write) => {
  await expect(async () => write()).rejects.toThrow('only ever added to');
  expect(dynamo.calls()).toEqual([]);
  expect(refused).toHaveBeenCalledTimes(1);
});

it('an entry of the audit is added in a transaction, where it is new', () => {
  expect(table.putWrite(entry, notThereYet).Put).toMatchObject({ ConditionExpression: 'attribute_not_exists(pk)' });
});

const seal = { ...keys.seal('org_A', 1) };

it.each<[string, () => unknown]>([
  ['changed', () => table.update(seal, { expression: 'SET a = b' })],
  ['changed in a transaction', () => table.updateWrite(seal, { expression: 'SET a = b' })],
  ['deleted in a transaction', () => table.deleteWrite(seal)],
  ['written over', () => table.put(seal)],
  ['written over under another condition', () => table.put(seal, isThere)],
  ['written over in a transaction', () => table.putWrite(seal)],
])('a seal of the audit cannot be %s', async (_, write) => {
  await expect(async () => write()).rejects.toThrow('only ever added to');
  expect(dynamo.calls()).toEqual([]);
  expect(refused).toHaveBeenCalledTimes(1);
});

it('a seal of the audit is added where it is new', async () => {
  dynamo.resolves({});
  await table.put(seal, notThereYet);
  expect(dynamo.calls()).toHaveLength(1);
});

describe('a write that IAM refuses', () => {
  const message = 'User: … is not authorized to perform: dynamodb:PutItem, with an explicit deny';
  const denied = new DynamoDBServiceException({ name: 'AccessDeniedException', $fault: 'client', $metadata: {}, message });
  const other = { pk: 'ORG#org_A', sk: 'WEBHOOK#1' };

  it.each<[string, () => Promise<unknown>]>([
    ['an entry is added beside its change', () => table.transact([table.putWrite(other), table.putWrite(entry, notThereYet)])],
    ['an entry is changed past the builders', () => table.transact([{ Update: { TableName: 'table', Key: entry } as never }])],
    ['an entry is deleted past the builders', () => table.transact([{ Delete: { TableName: 'table', Key: entry } }])],
    ['a seal is added', () => table.put(seal, notThereYet)],
  ])('is told where %s, and thrown as it is', async (_, write) => {
    dynamo.rejects(denied);
    await expect(write()).rejects.toBe(denied);
    expect(refused).toHaveBeenCalledExactlyOnceWith(denied);
  });

  it('is not told of another row, and neither is a lost race for a seal', async () => {
    dynamo.rejects(denied);
    for (const write of [
      table.put(other),
      table.update(other, { expression: 'SET a = b' }),
      table.transact([table.deleteWrite(other)]),
    ])
      await expect(write).rejects.toBe(denied);
    dynamo.rejects(new ConditionalCheckFailedException({ $metadata: {}, message: 'there is one' }));
    await expect(table.put(seal, notThereYet)).rejects.toThrow();
    expect(refused).not.toHaveBeenCalled();
  });
});
