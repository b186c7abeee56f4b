import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { idempotencyStore } from '../../../../../lambdas/model/accounts/requests/idempotency.store.ts';
import { openTable } from '../../../../../lambdas/shared/table/table.store.ts';
import { HOUR, later, NOW, SECOND } from '../../../a-domain.ts';
import { holdItems } from '../../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const store = idempotencyStore(table);
const request = { keyHash: 'ab'.repeat(32), fingerprint: 'cd'.repeat(32) };
const answer = (status: number) => ({ status, body: { dataKey: '', iv: '', tag: '', ciphertext: '' } });
const keep = (status: number, now = NOW, leaseId?: string) => store.keep('org_A', request, answer(status), now, leaseId);
const lease = (id: string, now = NOW, takenFrom?: string) =>
  store.lease('org_A', request, [1], { id, ...(takenFrom && { takenFrom }) }, now);
const find = (now = NOW) => store.find('org_A', request, now);
let items = holdItems(dynamo, []).items;

beforeEach(() => {
  ({ items } = holdItems(dynamo, []));
});

describe('an answer kept for a repeat', () => {
  it('is the first one for 24 hours, and then the next', async () => {
    expect([await keep(201), await keep(422)]).toEqual([true, false]);
    expect(await find(later(24 * HOUR - 1))).toMatchObject({ state: 'answered', status: 201 });
    expect(await find(later(24 * HOUR))).toBeUndefined();
    expect(await keep(422, later(24 * HOUR))).toBe(true);
  });

  it('belongs to one organization', async () => {
    await keep(201);
    expect(await store.find('org_B', request, NOW)).toBeUndefined();
  });

  it('is refused in a transaction as it is alone', async () => {
    const write = () => store.answerWrite('org_A', request, answer(201), NOW);
    await table.transact([write()]);
    await expect(table.transact([write()])).rejects.toMatchObject({ name: 'LostRace' });
  });

  it('is deleted only after it has expired', async () => {
    await keep(201);
    const [item] = [...items.values()];
    expect(Number(item?.expiresAtSeconds)).toBeGreaterThanOrEqual(later(24 * HOUR).getTime() / 1000);
  });
});

describe("a lease of a key's work", () => {
  it('belongs to one caller', async () => {
    expect([await lease('a'), await lease('b')]).toEqual([true, false]);
    expect(await find()).toMatchObject({
      state: 'running',
      leaseId: 'a',
      leaseEndsAt: later(60 * SECOND).toISOString(),
      plan: [1],
    });
  });

  it('is taken over by one caller, from its former holder', async () => {
    await lease('a');
    expect([await lease('b', later(60 * SECOND), 'a'), await lease('c', later(60 * SECOND), 'a')]).toEqual([true, false]);
  });

  it('keeps no answer once it was lost', async () => {
    await lease('a');
    await lease('b', later(60 * SECOND), 'a');
    expect([await keep(201, NOW, 'a'), await keep(201, NOW, 'b')]).toEqual([false, true]);
  });

  it('ends at once when it is given back, with its plan, and only by its holder', async () => {
    await lease('a');
    await store.release('org_A', request, 'other', NOW);
    expect(await find()).toMatchObject({ leaseEndsAt: later(60 * SECOND).toISOString() });
    await store.release('org_A', request, 'a', later(SECOND));
    expect(await find()).toMatchObject({ state: 'running', leaseEndsAt: later(SECOND).toISOString(), plan: [1] });
  });

  it('is refused once the work has its answer', async () => {
    await keep(201);
    expect([await lease('a'), await lease('b', NOW, 'a')]).toEqual([false, false]);
  });
});
