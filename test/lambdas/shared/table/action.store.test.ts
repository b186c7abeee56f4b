import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { callToken } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { actionStore } from '../../../../lambdas/shared/table/action.store.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { later, NOW, SECOND } from '../../a-domain.ts';
import { holdItems } from '../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const actions = actionStore(openTable(new DynamoDBClient({}), 'table'), callToken);
const key = { pk: 'A', sk: 'ACTIONS' };
let held: ReturnType<typeof holdItems>;
beforeEach(() => {
  held = holdItems(dynamo, []);
});

describe('an action that is possible once in ten seconds', () => {
  it('is taken by one call, also in the same millisecond', async () => {
    expect(await actions.take(key, NOW, 10)).toEqual({ kind: 'taken' });
    expect(await actions.take(key, NOW, 10)).toEqual({ kind: 'refused', againAt: later(10 * SECOND) });
  });

  it('stays with the call whose answer was lost', async () => {
    held.loseAnswer();
    expect(await actions.take(key, NOW, 10)).toEqual({ kind: 'taken' });
    expect(await actions.take(key, NOW, 10)).toMatchObject({ kind: 'refused' });
  });
});

describe('an action that is possible twice in a minute', () => {
  const take = () => actions.takeOf(() => key, NOW, { limit: 2, perSeconds: 60 });

  it('is counted once if its answer was lost', async () => {
    held.loseAnswer();
    expect(await take()).toEqual({ kind: 'taken' });
    expect(await take()).toEqual({ kind: 'taken' });
    expect(await take()).toMatchObject({ kind: 'refused' });
  });

  it('stays with the call whose answer was lost, also if it was the last', async () => {
    await take();
    held.loseAnswer();
    expect(await take()).toEqual({ kind: 'taken' });
  });
});
