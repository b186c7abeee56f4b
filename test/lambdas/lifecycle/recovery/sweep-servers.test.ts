import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, vi } from 'vitest';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { listChanges } from '../../../../lambdas/edge/list-changes.ts';
import { sweepServers } from '../../../../lambdas/lifecycle/recovery/sweep-servers.ts';
import type { Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverEvent } from '../../../../lambdas/model/servers/server-event.ts';
import { silenceStore } from '../../../../lambdas/model/servers/silence.store.ts';
import { DUE_SHARDS, keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { iso, later, NOW, SECOND } from '../../a-domain.ts';
import { machine, server } from '../../edge/an-agent.ts';
import { holdItems, requestsTo } from '../../held-items.ts';
import { settings } from '../../settings.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const [servers, silences] = [serverStore(table), silenceStore(table)];
const key = keys.server(server.organizationId, server.id);
const web = (id: string): Machine => ({ ...machine, id, name: id });
let audits = 0;
const audit = (action: 'machine.enrolled' | 'machine.revoked') => ({
  ...{ id: `aud_${audits++}`, at: iso(0), organizationId: 'org_A', action },
  resource: { type: 'machine' as const, id: 'a' },
  actor: { type: 'machine' as const, machineId: 'a' },
});
const facts = { randomId: 'evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V', baseTarget: settings.baseTarget, now: NOW };
const newsOf = (event: 'machine.enrolled' | 'machine.revoked') => ({
  audit: audit(event),
  event: serverEvent(event, { server, machine }, facts),
});

interface Told {
  event: 'server.offline' | 'server.online';
  data: { server: { status: string }; silent_machines: { name: string }[] };
}

/** A server whose machines were heard of at the start, and what is told of it. Times are seconds from then. */
function scene(...machines: Machine[]) {
  const byId = Object.fromEntries(machines.map((each) => [each.id, each]));
  const { items, meanwhile } = holdItems(dynamo, [{ ...key, ...server, machines: byId }]);
  let drawn = 0;
  const newEventId = () => `evt_01KAGZ3T8Q4W1X7M2N${String(drawn++).padStart(4, '0')}9S0V`;
  const present = async () => {
    const found = await servers.get(server.organizationId, server.id);
    return found?.type === 'agent' ? found : expect.fail('no server');
  };
  const poll = async (seconds: number, id: string, signedAt = seconds) => {
    const read = await present();
    const caller = {
      server: read,
      machine: read.machines[id] ?? expect.fail(id),
      signature: { id: 'once', signedAt: later(signedAt * SECOND) },
    };
    const ports = {
      ...{ servers, table, baseTarget: settings.baseTarget, newEventId, newAuditId: () => 'aud_1' },
      ...{ pace: settings.agent, restoreEpoch: 0, jitter: () => 0.5, log: vi.fn(), pause: vi.fn() },
      certificates: { changes: async () => ({ certificates: [], expected: [] }) },
      ...{ openSealedKey: async () => '', encryptToMachine: async () => '' },
    };
    await listChanges(caller, {}, ports, later(seconds * SECOND));
  };
  const sweep = async (seconds: number) => {
    const ports = { servers, silences, settings, newEventId, clock: () => later(seconds * SECOND), log: vi.fn() };
    for (let shard = 0; shard < DUE_SHARDS; shard += 1)
      expect((await sweepServers(shard, ports, later(1e9))).failures).toEqual([]);
  };
  /** What was told since it was last asked for. */
  const told = () => {
    const entries = [...items].filter(([, { pk, event }]) => /^OUTBOX#/.test(String(pk)) && /^server\./.test(String(event)));
    for (const [place] of entries) items.delete(place);
    return entries.map(([, { body }]) => {
      const { event, data }: Told = JSON.parse(String(body));
      EVENT_PAYLOADS[event].parse(JSON.parse(String(body)));
      return [event, data.server.status, data.silent_machines.map(({ name }) => name).join()];
    });
  };
  return { items, poll, sweep, told, present, meanwhile };
}

/** Twice the time that a machine may be silent, so that whoever is met by its sweep is silent. */
const LONG_AFTER = 1_500;

describe('a server that calls no more', () => {
  it('is told offline once, after 11 minutes, and online once when it calls again', async () => {
    const { poll, sweep, told, present } = scene(web('a'));
    await poll(400, 'a');
    await sweep(1_150);
    expect(told()).toEqual([]);
    await sweep(1_151);
    await sweep(9_999);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
    expect(await present()).not.toHaveProperty('stepDueAt');
    await poll(10_000, 'a');
    await poll(10_060, 'a');
    expect(told()).toEqual([['server.online', 'online', '']]);
    expect(await present()).toMatchObject({ stepDueAt: iso(10_750 * SECOND), machines: { a: { lastSeenAt: iso(1e7) } } });
    await sweep(10_751);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
  });

  it('is told once by two sweeps at once', async () => {
    const { poll, sweep, told } = scene(web('a'));
    await poll(400, 'a');
    dynamo.resetHistory();
    await Promise.all([sweep(LONG_AFTER), sweep(LONG_AFTER)]);
    expect(requestsTo(dynamo).filter((name) => name === 'TransactWriteItems')).toHaveLength(2);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
  });

  it('is told online once by two polls at once', async () => {
    const { poll, sweep, told } = scene(web('a'));
    await poll(400, 'a');
    await sweep(LONG_AFTER);
    told();
    await Promise.all([poll(2_000, 'a'), poll(2_000, 'a')]);
    expect(told()).toEqual([['server.online', 'online', '']]);
  });

  it('is not told online by a poll that was signed before its silence was noted', async () => {
    const { poll, sweep, told } = scene(web('a'));
    await poll(400, 'a');
    await sweep(LONG_AFTER);
    told();
    await poll(LONG_AFTER + 20, 'a', LONG_AFTER - 30);
    expect(told()).toEqual([]);
    await poll(LONG_AFTER + 80, 'a');
    expect(told()).toEqual([['server.online', 'online', '']]);
  });

  it('is told offline where its machine was enrolled and never called', async () => {
    const { sweep, told } = scene();
    const enrolled = { ...web('a'), enrolledAt: iso(0), lastSeenAt: undefined };
    await table.transact(servers.addMachineWrites(server, enrolled, iso(750 * SECOND), newsOf('machine.enrolled')));
    await sweep(750);
    expect(told()).toEqual([]);
    await sweep(751);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
  });

  it('is told nothing of before a machine was enrolled', async () => {
    const { sweep, told, present } = scene();
    await sweep(1e6);
    expect(told()).toEqual([]);
    expect(await present()).not.toHaveProperty('stepDueAt');
  });
});

describe('of two machines', () => {
  it('the silent one is told by its name, and the server is online', async () => {
    const { poll, sweep, told } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await sweep(751);
    expect(told()).toEqual([['server.offline', 'online', 'b']]);
    await sweep(1_151);
    expect(told()).toEqual([['server.offline', 'offline', 'a,b']]);
    await poll(1_200, 'b');
    expect(told()).toEqual([['server.online', 'online', 'a']]);
    await sweep(1_900);
    expect(told()).toEqual([]);
  });

  it('one that is revoked is told nothing of, and the watch goes on over the other', async () => {
    const { poll, sweep, told, present } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await servers.revokeMachine(server, 'b', newsOf('machine.revoked'));
    await sweep(751);
    expect(told()).toEqual([]);
    expect(await present()).toMatchObject({ stepDueAt: iso(1_150 * SECOND) });
    await servers.revokeMachine(server, 'a', newsOf('machine.revoked'));
    await sweep(1_151);
    expect(told()).toEqual([]);
    expect(await present()).not.toHaveProperty('stepDueAt');
  });

  it('one that enrolls while the sweep ends the watch over the other is watched', async () => {
    const { poll, sweep, told, present, meanwhile, items } = scene(web('a'));
    await poll(400, 'a');
    const place = `${key.pk}|${key.sk}`;
    meanwhile(() => {
      const { machines, ...row } = items.get(place) ?? expect.fail('no row');
      items.set(place, { ...row, machines: { ...(machines as object), b: { ...web('b'), lastSeenAt: iso(1_151 * SECOND) } } });
    });
    await sweep(1_151);
    expect(told()).toEqual([]);
    await sweep(1_300);
    expect(told()).toEqual([['server.offline', 'online', 'a']]);
    expect(await present()).toMatchObject({ stepDueAt: iso(1_901 * SECOND) });
  });
});

describe('a sweep', () => {
  it('leaves a machine alone that calls while it reads', async () => {
    const { poll, sweep, told, meanwhile, items, present } = scene(web('a'));
    await poll(400, 'a');
    const place = `${key.pk}|${key.sk}`;
    meanwhile(() =>
      items.set(place, { ...items.get(place), machines: { a: { ...web('a'), lastSeenAt: iso(1_152 * SECOND) } } } as never),
    );
    await sweep(1_153);
    expect(await present()).not.toHaveProperty('machines.a.silentAt');
    expect(told()).toEqual([]);
  });

  it('finds nothing of a server that was deleted after its query', async () => {
    const { poll, sweep, told, items } = scene(web('a'));
    await poll(400, 'a');
    const row = items.get(`${key.pk}|${key.sk}`) ?? expect.fail('no row');
    items.clear();
    items.set('index', { pk: row.pk, sk: row.sk, duePk: row.duePk, stepDueAt: row.stepDueAt });
    await sweep(LONG_AFTER);
    expect(told()).toEqual([]);
  });

  it('gives machines time to call where the service itself was away for hours', async () => {
    const { poll, sweep, told } = scene(web('a'), web('b'));
    for (const id of ['a', 'b']) await poll(400, id);
    await sweep(50_000);
    expect(told()).toEqual([]);
    await poll(50_060, 'a');
    await sweep(50_301);
    expect(told()).toEqual([['server.offline', 'online', 'b']]);
  });

  it('tells of fifty machines at once, and of the others at the next', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `m${String(n).padStart(2, '0')}`);
    const { poll, sweep, told } = scene(...names.map(web), web('a'));
    await poll(400, 'a');
    await sweep(751);
    await sweep(752);
    expect(told().map(([, , silent = '']) => silent.split(',').length)).toEqual([50, 60]);
  });

  it('in which all machines call costs a query for each shard', async () => {
    const { poll, sweep } = scene(web('a'));
    await poll(400, 'a');
    dynamo.resetHistory();
    await sweep(1_000);
    expect(requestsTo(dynamo)).toEqual(Array.from({ length: DUE_SHARDS }, () => 'Query'));
  });

  it('moves on the time of a server whose last contact came before it, and tells nothing', async () => {
    const { poll, sweep, told, present } = scene(web('a'));
    await poll(400, 'a');
    await poll(730, 'a');
    expect(await present()).toMatchObject({ stepDueAt: iso(1_150 * SECOND) });
    await sweep(1_151);
    expect(told()).toEqual([]);
    expect(await present()).toMatchObject({ stepDueAt: iso(1_480 * SECOND) });
  });
});
