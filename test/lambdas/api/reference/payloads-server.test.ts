import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { newIdentity } from '../../../../agent/machine/identity.gateway.ts';
import { publicKeys } from '../../../../agent/machine/public-keys.ts';
import type { ServerEventName } from '../../../../contract/api/events.ts';
import { EDGE_PATHS } from '../../../../contract/paths.ts';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import { sweepServers } from '../../../../lambdas/jobs/sweep/sweep-servers.ts';
import { newEnrollment } from '../../../../lambdas/model/servers/enrollment/enrollment-token.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { silenceStore } from '../../../../lambdas/model/servers/silence.store.ts';
import { administratorsEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { OutboxEntry } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { DUE_SHARDS, dueServersOf, keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, later, NOW, SECOND } from '../../a-domain.ts';
import { edgeHolds, requests as edgeRequests, enrollments, send } from '../../agent-api/agents-endpoint.ts';
import { machine, request, rowOf, server, signedRequest } from '../../agent-api/an-agent.ts';
import { settings } from '../../settings.ts';
import { COUNTED, itemsUnder, KEPT, tableHolds, wholeRequests } from '../api-caller.ts';
import { call } from '../servers/servers-api.ts';

type Items = Map<string, Record<string, unknown>>;
/** A valid id: the ids of the fixtures are not ULIDs. */
const ID = 'evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V';
const TOKEN = `enr_${'a'.repeat(43)}`;
const nextKeys = publicKeys(await newIdentity());

async function enrolled(): Promise<Items> {
  const items = edgeHolds([]);
  const resource = { type: 'server' as const, id: '1' };
  const entry = administratorsEntry('org_A', 'aud_0', NOW, { action: 'enrollment.created', resource });
  await enrollments.create(newEnrollment(server, NOW), TOKEN, entry);
  const body = JSON.stringify({ token: TOKEN, name: 'web 2', ...nextKeys });
  expect((await send(request({ method: 'POST', path: EDGE_PATHS.machines, body }))).status).toBe(201);
  expect(edgeRequests().slice(-1)).toEqual(['TransactWriteItems']);
  return items;
}

async function rotated(): Promise<Items> {
  const items = edgeHolds([]);
  const sent = await signedRequest({ method: 'POST', path: EDGE_PATHS.keys, body: JSON.stringify(nextKeys) });
  expect((await send(sent)).status).toBe(200);
  expect(edgeRequests()).toEqual(['BatchGetItem', 'TransactWriteItems']);
  return items;
}

async function revoked(): Promise<Items> {
  const items = tableHolds({ ...keys.server('org_A', 1), ...server }, rowOf(machine));
  expect((await call({ method: 'DELETE', path: '/api/servers/1/enrollments/mch_1' })).status).toBe(200);
  expect(wholeRequests()).toEqual([
    ...COUNTED,
    'BatchGetItem ORG#org_A SERVER#0000000000000001, SERVER#org_A#1 MACHINE#mch_1',
    'TransactWriteItems Delete SERVER#org_A#1 MACHINE#mch_1, Update ORG#org_A SERVER#0000000000000001, Put AUDIT#org_A#changes#2026-06 aud_…, Put OUTBOX#… evt_…',
    KEPT,
  ]);
  return items;
}

const SILENT = { ...machine, lastSeenAt: later(-HOUR).toISOString() };

async function silent(): Promise<Items> {
  const due = { duePk: dueServersOf(server.label), stepDueAt: later(-1).toISOString() };
  const items = edgeHolds([], { lastSeenAt: SILENT.lastSeenAt }, { ...SILENT, ...due });
  const table = openTable(new DynamoDBClient({}), 'table');
  const stores = { servers: serverStore(table), silences: silenceStore(table) };
  const ports = { ...stores, settings, newEventId: () => ID, newAuditId: () => 'aud_1', clock: () => NOW, log: () => {} };
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => sweepServers(shard, ports, later(HOUR)));
  expect((await Promise.all(shards)).filter((swept) => swept.silent > 0)).toHaveLength(1);
  return items;
}

async function returned(): Promise<Items> {
  const { lastSeenAt } = SILENT;
  const [silentAt, stepDueAt] = [later(-SECOND).toISOString(), later(HOUR).toISOString()];
  const items = edgeHolds([], { lastSeenAt, silent: { mch_1: SILENT }, silentCount: 1 }, { ...SILENT, silentAt, stepDueAt });
  expect((await send(await signedRequest())).status).toBe(200);
  return items;
}

/** Per event: the write that causes it, and the machine and server in its body. */
const CAUSES: Record<ServerEventName, [() => Promise<Items>, object]> = {
  'machine.enrolled': [enrolled, { machine: { name: 'web 2' }, server: { id: 1, status: 'online' } }],
  'machine.keys_rotated': [rotated, { machine: { id: 'mch_1', name: machine.name }, server: { id: 1, status: 'online' } }],
  'machine.revoked': [revoked, { machine: { id: 'mch_1', name: machine.name }, server: { id: 1, status: 'unclaimed' } }],
  'server.offline': [silent, { silent_machines: [{ id: 'mch_1' }], server: { id: 1, status: 'offline' } }],
  'server.online': [returned, { silent_machines: [], server: { id: 1, status: 'online' } }],
};

describe('an event of a server', () => {
  it.each(Object.entries(CAUSES))(
    'the event %s is written once, in the transaction that makes it true, with the documented body and no domain',
    async (event, [cause, data]) => {
      const entries = itemsUnder(await cause(), 'OUTBOX#').map((item) => OutboxEntry.parse(item));
      expect(entries).toEqual([expect.objectContaining({ kind: 'event', event, notify: true, organizationId: 'org_A' })]);
      const [entry] = entries;
      if (entry?.kind !== 'event') throw new Error('no event');
      const body = JSON.parse(entry.body);
      expect(EVENT_PAYLOADS[entry.event].parse({ ...body, id: ID })).toEqual({ ...body, id: ID });
      expect(body).toMatchObject({ id: entry.id, event, data });
      expect(body).not.toHaveProperty('domain_id');
      expect(entry.domainId).toBeUndefined();
    },
  );
});
