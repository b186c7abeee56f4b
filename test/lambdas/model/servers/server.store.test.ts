import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverEvent } from '../../../../lambdas/model/servers/server-event.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { later, NOW } from '../../a-domain.ts';
import { machine, rowOf, server } from '../../agent-api/an-agent.ts';
import { holdItems, requestsTo } from '../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const store = serverStore(table);
const update = () => dynamo.commandCalls(UpdateCommand)[0]?.args[0].input;
const refuse = () => dynamo.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ $metadata: {}, message: 'no' }));

beforeEach(() => {
  dynamo.reset();
  dynamo.on(UpdateCommand).resolves({ Attributes: server });
});

const audit = {
  id: 'aud_1',
  at: NOW.toISOString(),
  organizationId: 'org_A',
  action: 'machine.enrolled',
  resource: { type: 'machine' as const, id: 'mch_1' },
  actor: { type: 'machine' as const, machineId: 'mch_1' },
};

const facts = { randomId: 'evt_10', baseTarget: 'cname.service.net', now: NOW };
const newsOf = (id: string) => ({
  audit: { ...audit, id: `aud_${id}` },
  event: serverEvent('machine.enrolled', { server, machine }, { ...facts, randomId: `evt_${id}` }),
});
const news = { audit, event: serverEvent('machine.enrolled', { server, machine }, facts) };

describe('a machine', () => {
  it('that was revoked while it asked is not brought back by the note of its contact', async () => {
    refuse();
    await expect(store.markSeen(server, machine, {}, { seenAt: NOW, lately: later(-1) })).resolves.toBe(false);
    expect(update()?.ConditionExpression).toContain('attribute_exists(pk)');
  });

  it('that no longer reports on its challenge path is believed nothing of it', async () => {
    await store.markSeen(server, machine, {}, { seenAt: NOW, lately: later(-1) });
    expect(update()?.UpdateExpression).toContain('REMOVE #challengePath');
  });

  it('gets new keys only while it is enrolled with its former ones', async () => {
    const keys = { signingJwk: { x: 'new' }, encryptionJwk: { x: 'new' } };
    await store.changeMachineKeys(server, machine, keys, news);
    const { TransactItems: [change] = [] } = dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
    expect(change?.Update).toMatchObject({
      ConditionExpression: 'signingJwk = :seenKey',
      ExpressionAttributeValues: { ':seenKey': machine.signingJwk, ':signingJwk': keys.signingJwk },
    });
  });
});

describe('a server of a thousand machines', () => {
  const full = (machineCount: number) => ({ ...keys.server('org_A', 1), ...server, machineCount });
  const enroll = (of: AgentServer, id: string) =>
    table.transact(store.addMachineWrites(of, { ...machine, id }, later(1).toISOString(), newsOf(id)));

  it('takes one of two that enroll at its last place at once', async () => {
    const last = full(999);
    const { items } = holdItems(dynamo, [last]);
    const both = await Promise.allSettled([enroll(last, 'a'), enroll(last, 'b')]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([...items.values()].filter(({ sk }) => String(sk).startsWith('MACHINE#'))).toHaveLength(1);
  });

  it('goes with all of them', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => rowOf({ ...machine, id: `m${n}` }));
    const others = rowOf({ ...machine, id: 'other' }, { ...server, label: 'of the next server' });
    const { items } = holdItems(dynamo, [full(1_000), ...rows, others]);
    await store.remove(full(1_000), { ...audit, id: 'aud_9' });
    expect([...items.keys()].filter((id) => /MACHINE|SERVER#0/.test(id))).toEqual([`${others.pk}|${others.sk}`]);
  });

  it('goes with rows that are left of machines which were revoked before', async () => {
    const { items } = holdItems(dynamo, [full(0), rowOf({ ...machine, id: 'gone' })]);
    await store.remove(full(0), { ...audit, id: 'aud_9' });
    expect([...items.keys()].filter((id) => /MACHINE|SERVER#0/.test(id))).toEqual([]);
  });

  it('is read with one of them by one request, and lists them a page at a time, newest first', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => rowOf({ ...machine, id: `m${String(n).padStart(3, '0')}` }));
    const of = full(250);
    holdItems(dynamo, [of, ...rows]);
    expect(await store.getMachine('org_A', 1, 'm007')).toMatchObject({ machine: { id: 'm007', name: machine.name } });
    expect(requestsTo(dynamo)).toEqual(['BatchGetItem']);
    const seen: string[] = [];
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const { items, hasMore } = await store.machinePage(of, { limit: 100, ...(before !== undefined && { before }) });
      seen.push(...items.slice(0, 100).map(({ id }) => id));
      if (!hasMore && items.length <= 100) break;
    }
    expect(seen).toEqual(rows.map(({ id }) => id).toReversed());
    expect((await store.machines(of)).map(({ id }) => id)).toEqual(seen);
  });
});

it('a raised revision answers the server as it is then', async () => {
  expect(await store.raiseRevision('org_A', 1, NOW.toISOString())).toEqual(server);
  expect(update()).toMatchObject({
    UpdateExpression: 'ADD revision :one SET installingUntil = :until',
    ConditionExpression: 'attribute_exists(pk)',
  });
});
