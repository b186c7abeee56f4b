import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverEvent } from '../../../../lambdas/model/servers/server-event.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { later, NOW } from '../../a-domain.ts';
import { machine, server } from '../../edge/an-agent.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const store = serverStore(openTable(new DynamoDBClient({}), 'table'));
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
const news = { audit, event: serverEvent('machine.enrolled', { server, machine }, facts) };

describe('a machine', () => {
  it('that was revoked while it asked is not brought back by the note of its contact', async () => {
    refuse();
    await expect(store.markSeen(server, { id: 'mch_1' }, { seenAt: NOW, lately: later(-1) })).resolves.toBeUndefined();
    expect(update()?.ConditionExpression).toContain('attribute_exists(machines.#machine)');
  });

  it('that no longer reports on its challenge path is believed nothing of it', async () => {
    await store.markSeen(server, { id: 'mch_1' }, { seenAt: NOW, lately: later(-1) });
    expect(update()?.UpdateExpression).toContain('REMOVE machines.#machine.challengePath');
  });

  it('gets new keys only while it is enrolled with its former ones', async () => {
    const keys = { signingJwk: { x: 'new' }, encryptionJwk: { x: 'new' } };
    await store.changeMachineKeys(server, machine, keys, news);
    const { TransactItems: [change] = [] } = dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input ?? {};
    expect(change?.Update).toMatchObject({
      ConditionExpression: 'attribute_exists(machines.#machine) AND machines.#machine.signingJwk = :seenKey',
      ExpressionAttributeValues: { ':seenKey': machine.signingJwk, ':signing': keys.signingJwk },
    });
  });

  it('is added only where the server exists and has room', () => {
    const [change, record] = store.addMachineWrites(server, machine, later(1).toISOString(), news);
    expect(record?.Put?.Item).toMatchObject({ action: 'machine.enrolled' });
    expect(change?.Update).toMatchObject({
      ConditionExpression: 'attribute_exists(pk) AND size(machines) < :most',
      ExpressionAttributeValues: { ':most': 100 },
    });
  });
});

it('a raised revision answers the server as it is then', async () => {
  expect(await store.raiseRevision('org_A', 1, NOW.toISOString())).toEqual(server);
  expect(update()).toMatchObject({
    UpdateExpression: 'ADD revision :one SET installingUntil = :until',
    ConditionExpression: 'attribute_exists(pk)',
  });
});
