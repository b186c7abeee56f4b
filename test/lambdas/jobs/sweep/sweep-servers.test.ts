import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listChanges } from '../../../../lambdas/agent-api/list-changes.ts';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { sweepServers } from '../../../../lambdas/jobs/sweep/sweep-servers.ts';
import type { Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverEvent } from '../../../../lambdas/model/servers/server-event.ts';
import { silenceStore } from '../../../../lambdas/model/servers/silence.store.ts';
import { DUE_SHARDS, dueServersOf, keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { iso, later, NOW, SECOND } from '../../a-domain.ts';
import { agentPorts } from '../../agent-api/agent-ports.ts';
import { machine, rowOf, server } from '../../agent-api/an-agent.ts';
import { conflict } from '../../api/conflict.ts';
import { guardRequests, holdItems, requestsTo } from '../../held-items.ts';
import { itemBytes } from '../../item-size.ts';
import { settings } from '../../settings.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const [servers, silences] = [serverStore(table), silenceStore(table)];
const key = keys.server(server.organizationId, server.id);
const placeOf = ({ pk, sk }: { pk: string; sk: string }) => `${pk}|${sk}`;
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
  event: 'server.offline' | 'server.online' | 'machine.revoked';
  data: { server: { status: string }; silent_machines?: { name: string }[]; reason?: string };
}

/** A server whose machines were last seen at the start, and the events about it. Times are in seconds from the start. */
function scene(...machines: Machine[]) {
  const rows = machines.map((each) => ({ ...rowOf(each), duePk: dueServersOf(server.label), stepDueAt: iso(750 * SECOND) }));
  const { items, meanwhile } = holdItems(dynamo, [{ ...key, ...server, machineCount: machines.length }, ...rows]);
  let drawn = 0;
  const log = vi.fn();
  const newEventId = () => `evt_01KAGZ3T8Q4W1X7M2N${String(drawn++).padStart(4, '0')}9S0V`;
  const present = async (id: string) => {
    const found = await servers.getMachine(server.organizationId, server.id, id);
    return found ?? expect.fail(`no machine ${id}`);
  };
  const poll = async (seconds: number, id: string, signedAt = seconds) => {
    const caller = {
      ...(await present(id)),
      signature: { id: 'once', signedAt: later(signedAt * SECOND) },
    };
    const doubles = { servers, certificates: { changes: async () => ({ certificates: [], expected: [] }) } };
    const ports = agentPorts({ table, settings, log, newId: newEventId, pause: vi.fn() }, doubles);
    await listChanges(caller, {}, ports, later(seconds * SECOND));
  };
  const sweep = async (seconds: number, isRestored = false) => {
    const ports = {
      ...{ servers, silences, settings, newEventId, newAuditId: () => `aud_${audits++}` },
      ...{ clock: () => later(seconds * SECOND), log: vi.fn(), isRestored },
    };
    for (let shard = 0; shard < DUE_SHARDS; shard += 1)
      expect((await sweepServers(shard, ports, later(1e9))).failures).toEqual([]);
  };
  /** The events since the last call. */
  const told = () => {
    const entries = [...items].filter(([, { pk, event }]) => /^OUTBOX#/.test(String(pk)) && event !== 'machine.enrolled');
    for (const [place] of entries) items.delete(place);
    return entries.map(([, { body }]) => {
      const { event, data }: Told = JSON.parse(String(body));
      EVENT_PAYLOADS[event].parse(JSON.parse(String(body)));
      return [event, data.server.status, data.silent_machines?.map(({ name }) => name).join() ?? data.reason];
    });
  };
  return { items, poll, sweep, told, present, meanwhile, log };
}

/** Twice the time after which a machine is silent, so that the sweep finds it silent. */
const LONG_AFTER = 1_500;
const DAY_SECONDS = 86_400;

describe('a server', () => {
  it('is told offline once, after 11 minutes, and online once when its machine calls again', async () => {
    const { poll, sweep, told, present } = scene(web('a'));
    await poll(400, 'a');
    await sweep(751);
    await sweep(1_150);
    expect(told()).toEqual([]);
    await sweep(1_151);
    await sweep(9_999);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
    await poll(10_000, 'a');
    await poll(10_060, 'a');
    expect(told()).toEqual([['server.online', 'online', '']]);
    const { server: seen, machine: found } = await present('a');
    expect(seen).toMatchObject({ lastSeenAt: iso(1e7), silentCount: 0, silent: {} });
    expect(found).toMatchObject({ lastSeenAt: iso(1e7), stepDueAt: iso(10_750 * SECOND) });
    expect(found).not.toHaveProperty('silentAt');
    await sweep(10_751);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
  });

  it('is told of with the silent one of two machines by its name, and is online', async () => {
    const { poll, sweep, told } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await sweep(751);
    expect(told()).toEqual([['server.offline', 'online', 'b']]);
    await sweep(1_151);
    expect(told()).toEqual([['server.offline', 'offline', 'b,a']]);
    await poll(1_200, 'b');
    expect(told()).toEqual([['server.online', 'online', 'a']]);
    await sweep(1_900);
    expect(told()).toEqual([]);
  });

  it('loses a machine that was silent for seven days while another calls, and is told of that', async () => {
    const { poll, sweep, told, items } = scene(web('a'), web('b'));
    for (const id of ['a', 'b']) await poll(400, id);
    await sweep(1_151);
    await poll(300 + 7 * DAY_SECONDS, 'b');
    await sweep(400 + 7 * DAY_SECONDS);
    told();
    await sweep(401 + 7 * DAY_SECONDS);
    expect(told()).toEqual([['machine.revoked', 'online', 'silent']]);
    expect(await servers.getMachine('org_A', 1, 'a')).toBeUndefined();
    const retired = [...items.values()].filter(({ action }) => action === 'machine.retired');
    expect(retired.map(({ actor, before }) => [actor, before])).toEqual([
      [{ type: 'service' }, { name: 'a', server_id: 1, last_seen_at: iso(400 * SECOND) }],
    ]);
    expect([...items.keys()].filter((id) => id.includes('MACHINE#'))).toHaveLength(1);
  });

  it('loses nobody in an outage of all its machines, and those that stay away a day after another came back', async () => {
    const { poll, sweep, told, present } = scene(web('a'), web('b'));
    for (const id of ['a', 'b']) await poll(400, id);
    await sweep(1_151);
    told();
    await sweep(401 + 7 * DAY_SECONDS);
    expect(told()).toEqual([]);
    await poll(500 + 7 * DAY_SECONDS, 'a');
    told();
    await sweep(600 + 7 * DAY_SECONDS);
    expect((await present('b')).machine.lastSeenAt).toBe(iso(400 * SECOND));
    await poll(400 + 8 * DAY_SECONDS, 'a');
    await sweep(402 + 8 * DAY_SECONDS);
    expect(told()).toEqual([['machine.revoked', 'online', 'silent']]);
  });

  it('is told nothing of a machine that is revoked, and the watch goes on over the other', async () => {
    const { poll, sweep, told, present } = scene(web('a'), web('b'));
    await poll(400, 'a');
    const b = await present('b');
    await servers.revokeMachine(b.server, b.machine, newsOf('machine.revoked'));
    told();
    await sweep(751);
    expect(told()).toEqual([]);
    expect((await present('a')).machine).toMatchObject({ stepDueAt: iso(1_150 * SECOND) });
    const a = await present('a');
    await servers.revokeMachine(a.server, a.machine, newsOf('machine.revoked'));
    told();
    await sweep(1_151);
    expect(told()).toEqual([]);
    expect(await servers.machines(a.server)).toEqual([]);
  });
});

describe('a server that calls no more', () => {
  it('is told once by two sweeps at once', async () => {
    const { poll, sweep, told } = scene(web('a'));
    await poll(400, 'a');
    dynamo.resetHistory();
    await Promise.all([sweep(LONG_AFTER), sweep(LONG_AFTER)]);
    expect(requestsTo(dynamo).filter((name) => name === 'TransactWriteItems')).toHaveLength(2);
    expect(told()).toEqual([['server.offline', 'offline', 'a']]);
  });

  it('is told online once by two polls at once', async () => {
    const { poll, sweep, told, present } = scene(web('a'));
    await poll(400, 'a');
    await sweep(LONG_AFTER);
    told();
    await Promise.all([poll(2_000, 'a'), poll(2_000, 'a')]);
    expect(told()).toEqual([['server.online', 'online', '']]);
    expect((await present('a')).server.silentCount).toBe(0);
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
    const { sweep, told } = scene();
    await sweep(1e6);
    expect(told()).toEqual([]);
  });
});

describe('what a server’s item says of silent machines', () => {
  it.each([
    ['counts and names one that is gone', { silentCount: 3, silent: { a: { id: 'a' }, gone: { id: 'gone' } } }],
    ['counts too few', { silentCount: -1, silent: {} }],
    ['names one that is not silent', { silentCount: 1, silent: { b: { id: 'b' } } }],
  ])('is right after the next sweep where it %s', async (_, wrong) => {
    const { poll, sweep, told, items, present } = scene(web('a'), web('b'));
    for (const [seconds, at] of [
      [400, 751],
      [1_000, 1_151],
    ] as const) {
      await poll(seconds, 'b');
      await sweep(at);
    }
    const named = Object.fromEntries(Object.keys(wrong.silent).map((id) => [id, { ...web(id), enrolledAt: iso(0) }]));
    items.set(placeOf(key), { ...items.get(placeOf(key)), ...wrong, silent: named } as never);
    told();
    await poll(1_400, 'b');
    await sweep(1_751);
    expect((await present('a')).server).toMatchObject({ silentCount: 1, silent: { a: { name: 'a' } } });
    expect(Object.keys((await present('a')).server.silent)).toEqual(['a']);
    expect(told()).toEqual([]);
  });

  it('names another of many where one that it names came back', async () => {
    const names = Array.from({ length: 102 }, (_, n) => `m${String(n).padStart(3, '0')}`);
    const { poll, sweep, present } = scene(...names.map(web), web('a'));
    await poll(400, 'a');
    await sweep(751);
    const [back = ''] = Object.keys((await present('a')).server.silent);
    for (const seconds of [1_000, 1_400]) for (const id of [back, 'a']) await poll(seconds, id);
    expect(Object.keys((await present('a')).server.silent)).toHaveLength(99);
    await sweep(1_751);
    const { silent, silentCount } = (await present('a')).server;
    expect([Object.keys(silent).length, silentCount]).toEqual([100, 101]);
    expect(silent).not.toHaveProperty(back);
  });

  it('is left as it is where a machine comes back meanwhile', async () => {
    const { poll, sweep, present } = scene(web('a'), web('b'));
    await poll(400, 'b');
    await sweep(751);
    const { server: read } = await present('a');
    await poll(800, 'a');
    expect(await silences.saveSilence(read, { ...read, silentCount: 1 })).toBe(false);
    expect((await present('a')).server).toMatchObject({ silentCount: 0, silent: {} });
  });

  it.each([
    ['counts', { silentCount: 8 }],
    ['names', { silent: {} }],
  ])('is left as it is where it %s others than when it was read', async (_, since) => {
    const { items } = scene();
    const read = { ...server, silentCount: 9, silent: { a: web('a') } };
    items.set(placeOf(key), { ...key, ...read, ...since });
    expect(await silences.saveSilence(read, { ...read, silentCount: 1 })).toBe(false);
    expect(items.get(placeOf(key))).toEqual({ ...key, ...read, ...since });
  });
});

describe('a fleet whose network comes back', () => {
  const names = Array.from({ length: 200 }, (_, n) => `m${String(n).padStart(3, '0')}`);
  /** Cancels two of three transactions: concurrent transactions on one server conflict in DynamoDB. */
  function contended() {
    let underWay = 0;
    guardRequests((action) => {
      if (action !== 'TransactWriteItems') return;
      underWay += 1;
      if (underWay % 3 !== 1) throw conflict();
    });
  }
  afterEach(() => guardRequests(undefined));
  async function silentFleet() {
    const at = scene(...names.map(web));
    await at.poll(400, 'm000');
    await at.sweep(1_151);
    at.told();
    return at;
  }

  it('loses no contact although its machines are in each other’s way: who is not told of comes with a later poll', async () => {
    const { poll, sweep, told, present } = await silentFleet();
    contended();
    await Promise.all(names.map((id) => poll(2_000, id)));
    const { server: seen } = await present('m000');
    expect(seen.silentCount).toBe(133);
    const machines = await servers.machines(seen);
    expect(machines.map(({ lastSeenAt }) => lastSeenAt)).toEqual(names.map(() => iso(2_000 * SECOND)));
    const back = told().length;
    let rounds = 0;
    for (; (await present('m000')).server.silentCount !== 0; rounds += 1)
      await Promise.all(names.map((id) => poll(2_060 + 60 * rounds, id)));
    expect([back + told().length, rounds]).toEqual([200, expect.any(Number)]);
    expect(rounds).toBeLessThan(15);
    await sweep(2_060 + 60 * rounds);
    expect(told()).toEqual([]);
  });

  it('says in the log which machines are told of later, once for each', async () => {
    const { poll, log } = await silentFleet();
    contended();
    for (const seconds of [2_000, 2_060]) await Promise.all(names.map((id) => poll(seconds, id)));
    expect(log.mock.calls.filter(([, message]) => message.includes('its next poll tells'))).toHaveLength(133);
  });

  it('retires no machine that calls while its return is not told yet', async () => {
    const { poll, sweep, told, items, meanwhile } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await sweep(1_151);
    await poll(400 + 7 * DAY_SECONDS, 'b');
    told();
    const place = placeOf(rowOf(web('a')));
    meanwhile(() => items.set(place, { ...items.get(place), lastSeenAt: iso((401 + 7 * DAY_SECONDS) * SECOND) } as never));
    await sweep(402 + 7 * DAY_SECONDS);
    expect(told()).toEqual([]);
    expect(items.get(place)).toMatchObject({ silentAt: expect.anything() });
  });

  it('answers polls also where the item of their server is written all the time', async () => {
    const { poll } = scene(web('a'));
    guardRequests((action, input) => {
      const { Key } = input as { Key?: { sk: string } };
      if (action === 'UpdateItem' && Key?.sk === key.sk)
        throw new TransactionConflictException({ message: 'busy', $metadata: {} });
    });
    await expect(poll(400, 'a')).resolves.toBeUndefined();
  });
});

describe('a machine', () => {
  it.each([
    ['that calls', 400],
    ['that is silent', undefined],
  ])('%s is revoked once, and counted once, where two ask for it', async (_, seconds) => {
    const { poll, sweep, present, items } = scene(web('a'), web('b'));
    await poll(400, 'b');
    if (seconds !== undefined) await poll(seconds, 'a');
    await sweep(751);
    const found = await present('a');
    await servers.revokeMachine(found.server, found.machine, newsOf('machine.revoked'));
    await expect(servers.revokeMachine(found.server, found.machine, newsOf('machine.revoked'))).rejects.toThrow('wrote first');
    expect(items.get(placeOf(key))).toMatchObject({ machineCount: 1, silentCount: 0, silent: {} });
  });

  it.each([
    ['is revoked', false],
    ['is revoked while it is silent', true],
  ])('that %s does not bring its server back, which was deleted meanwhile', async (_, isSilent) => {
    const { poll, sweep, present, items } = scene(web('a'));
    if (isSilent) await sweep(751);
    else await poll(400, 'a');
    const found = await present('a');
    items.delete(placeOf(key));
    await expect(servers.revokeMachine(found.server, found.machine, newsOf('machine.revoked'))).rejects.toThrow('wrote first');
    expect(items.has(placeOf(key))).toBe(false);
  });

  it('that comes back does not bring its server back, which was deleted meanwhile', async () => {
    const { poll, sweep, told, items, meanwhile } = scene(web('a'));
    await sweep(751);
    told();
    meanwhile(() => items.delete(placeOf(key)));
    await poll(900, 'a');
    expect(told()).toEqual([]);
    expect(items.has(placeOf(key))).toBe(false);
  });
});

describe('a silent machine', () => {
  it('that comes back while it is to be retired stays', async () => {
    const { poll, sweep, told, meanwhile, items, present } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await sweep(1_151);
    await poll(400 + 7 * DAY_SECONDS, 'b');
    told();
    const place = placeOf(rowOf(web('a')));
    meanwhile(() => {
      const { silentAt: _, ...row } = items.get(place) ?? expect.fail('no row');
      items.set(place, { ...row, lastSeenAt: iso((401 + 7 * DAY_SECONDS) * SECOND) } as never);
    });
    await sweep(401 + 7 * DAY_SECONDS);
    expect(told()).toEqual([]);
    expect(await present('a')).toBeDefined();
  });

  it('that is revoked while it is silent is not counted any more', async () => {
    const { poll, sweep, told, present } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await sweep(751);
    told();
    const found = await present('b');
    await servers.revokeMachine(found.server, found.machine, newsOf('machine.revoked'));
    expect((await present('a')).server).toMatchObject({ machineCount: 1, silentCount: 0, silent: {} });
  });

  it('that was not silent yet when it was read is not revoked on what was read', async () => {
    const { poll, sweep, present } = scene(web('a'), web('b'));
    await poll(400, 'a');
    const found = await present('b');
    await sweep(751);
    await expect(servers.revokeMachine(found.server, found.machine, newsOf('machine.revoked'))).rejects.toThrow('wrote first');
    expect((await present('b')).server).toMatchObject({ machineCount: 2, silentCount: 1 });
  });

  it('that returned since it was read is not revoked on what was read', async () => {
    const { poll, sweep, present } = scene(web('a'), web('b'));
    await poll(400, 'a');
    await sweep(751);
    const found = await present('b');
    await poll(900, 'b');
    await expect(servers.revokeMachine(found.server, found.machine, newsOf('machine.revoked'))).rejects.toThrow('wrote first');
    expect((await present('b')).server).toMatchObject({ machineCount: 2, silentCount: 0 });
  });
});

describe('a sweep', () => {
  it('leaves a machine alone that calls while it reads', async () => {
    const { poll, sweep, told, meanwhile, items, present } = scene(web('a'));
    await poll(400, 'a');
    const place = placeOf(rowOf(web('a')));
    meanwhile(() => items.set(place, { ...items.get(place), lastSeenAt: iso(1_152 * SECOND) } as never));
    await sweep(1_153);
    expect((await present('a')).machine).not.toHaveProperty('silentAt');
    expect(told()).toEqual([]);
  });

  it('finds nothing of a server that was deleted after its query, and deletes what is left of its machines', async () => {
    const { poll, sweep, told, items } = scene(web('a'));
    await poll(400, 'a');
    items.delete(placeOf(key));
    await sweep(LONG_AFTER);
    expect(told()).toEqual([]);
    expect([...items.values()]).toEqual([]);
  });

  it('tells nothing of a server that is deleted while it reads', async () => {
    const { poll, sweep, told, items, meanwhile } = scene(web('a'));
    await poll(400, 'a');
    meanwhile(() => items.delete(placeOf(key)));
    await sweep(1_151);
    expect(told()).toEqual([]);
    expect(items.has(placeOf(key))).toBe(false);
  });

  it('leaves a machine alone that was enrolled after it has read the others', async () => {
    const { present } = scene(web('a'));
    await silences.forget(rowOf(web('a')), server);
    expect(await present('a')).toBeDefined();
  });

  it('deletes a machine of a former server of the same number, and tells nothing of it', async () => {
    const { poll, sweep, told, items } = scene(web('a'));
    await poll(400, 'a');
    items.set(placeOf(key), { ...key, ...server, label: 'another' });
    await sweep(LONG_AFTER);
    expect(told()).toEqual([]);
    expect([...items.keys()]).toEqual([placeOf(key)]);
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

  it('gives machines time to call where the table was restored, and tells of those that do not', async () => {
    const { poll, sweep, told } = scene(web('a'), web('b'));
    await sweep(LONG_AFTER, true);
    expect(told()).toEqual([]);
    await poll(LONG_AFTER + 60, 'a');
    await sweep(LONG_AFTER + 300);
    await sweep(LONG_AFTER + 601);
    expect(told()).toEqual([['server.offline', 'online', 'b']]);
  });

  it('retires nobody where the service itself was away for days', async () => {
    const { poll, sweep, told } = scene(web('a'));
    await poll(400, 'a');
    await sweep(1_151);
    told();
    await sweep(30 * DAY_SECONDS);
    await poll(30 * DAY_SECONDS + 60, 'a');
    await sweep(30 * DAY_SECONDS + 301);
    expect(told()).toEqual([['server.online', 'online', '']]);
  });

  it('tells of a whole fleet: ninety machines with each event, of which it names a hundred in all', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `m${String(n).padStart(3, '0')}`);
    const { poll, sweep, told, present } = scene(...names.map(web), web('a'));
    await poll(400, 'a');
    dynamo.resetHistory();
    await sweep(751);
    expect(requestsTo(dynamo).filter((name) => name === 'TransactWriteItems')).toHaveLength(3);
    expect(told().map(([, , silent = '']) => silent.split(',').length)).toEqual([90, 100, 100]);
    const { server: seen } = await present('a');
    expect(seen.silentCount).toBe(200);
    expect(itemBytes(seen)).toBeLessThan(20_000);
    for (const name of names) await poll(1_100, name);
    expect((await present('a')).server).toMatchObject({ silentCount: 0, silent: {} });
  });

  it('in which all machines call costs a query for each shard', async () => {
    const { poll, sweep } = scene(web('a'));
    await poll(400, 'a');
    dynamo.resetHistory();
    await sweep(740);
    expect(requestsTo(dynamo)).toEqual(Array.from({ length: DUE_SHARDS }, () => 'Query'));
  });

  it('moves on the time of a machine whose last contact came before it, and tells nothing', async () => {
    const { poll, sweep, told, present } = scene(web('a'));
    await poll(400, 'a');
    expect((await present('a')).machine).toMatchObject({ stepDueAt: iso(750 * SECOND) });
    await sweep(751);
    expect(told()).toEqual([]);
    expect((await present('a')).machine).toMatchObject({ stepDueAt: iso(1_150 * SECOND) });
  });
});
