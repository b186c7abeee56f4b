import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ServerPage } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { dynamo, tableHolds } from '../api-caller.ts';
import { aServer, call } from './servers-api.ts';

const list = (query = '') => call({ method: 'GET', path: '/api/servers', query });
const hold = (...more: Record<string, unknown>[]) => tableHolds(aServer(1), aServer(2), aServer(10), ...more);
const idsOf = (json: unknown) => ServerPage.parse(json).data.map(({ id }) => id);

describe('200: the servers', () => {
  it('the servers of an organization come highest id first', async () => {
    hold(aServer(11, { organizationId: 'org_B' }));
    const { status, json } = await list();
    expect(status).toBe(200);
    expect(idsOf(json)).toEqual([10, 2, 1]);
    expect(json.next_cursor).toBeNull();
  });

  it('the servers of nobody are an empty page', async () => {
    tableHolds();
    expect((await list()).json).toEqual({ data: [], next_cursor: null });
  });

  it('the servers of an organization come page by page, each once, while others are added and deleted', async () => {
    const items = hold();
    const first = (await list('limit=1')).json;
    expect(idsOf(first)).toEqual([10]);
    const added = aServer(12);
    items.set(`${added.pk}|${added.sk}`, added);
    items.delete(`${aServer(10).pk}|${aServer(10).sk}`);
    const second = (await list(`limit=1&cursor=${first.next_cursor}`)).json;
    expect(idsOf(second)).toEqual([2]);
    const third = (await list(`limit=1&cursor=${second.next_cursor}`)).json;
    expect([idsOf(third), third.next_cursor]).toEqual([[1], null]);
  });

  it('the servers of an organization go on where a page of DynamoDB ends before theirs', async () => {
    hold();
    dynamo.on(QueryCommand).resolves({ Items: [aServer(10)], LastEvaluatedKey: { pk: 'x', sk: 'y' } });
    const { json } = await list();
    expect(idsOf(json)).toEqual([10]);
    expect(json.next_cursor).toEqual(expect.any(String));
  });
});
