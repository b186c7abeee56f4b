import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { notThereYet, openTable } from '../../../../lambdas/shared/table/table.store.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const entry = { ...keys.audit('org_A', 'changes', '2026-06', 'aud_1') };
const isThere = { expression: 'attribute_exists(pk)' };
beforeEach(() => dynamo.reset());

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
});

it('a seal of the audit is added where it is new', async () => {
  dynamo.resolves({});
  await table.put(seal, notThereYet);
  expect(dynamo.calls()).toHaveLength(1);
});
