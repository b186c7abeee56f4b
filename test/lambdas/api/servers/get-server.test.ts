import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { iso, SECOND } from '../../a-domain.ts';
import { type ApiCall, tableHolds } from '../api-caller.ts';
import { aServer, call } from './servers-api.ts';

const MINUTE = 60 * SECOND;
const get = (id: string | number = 1, more: Partial<ApiCall> = {}) =>
  call({ method: 'GET', path: `/api/servers/${id}`, ...more });
const hold = (...more: Record<string, unknown>[]) => tableHolds(aServer(), ...more);

describe('200: a server', () => {
  it('a server is shown as the contract has it, and nothing of its machines’ keys', async () => {
    tableHolds(aServer(1, { address: ['192.0.2.1'], machineCount: 1 }));
    const { json } = await get();
    expect(ServerResource.parse(json)).toMatchObject({ id: 1, name: 'Server 1', address: ['192.0.2.1'] });
    expect(JSON.stringify(json)).not.toMatch(/jwk|revision/i);
  });

  it.each([
    ['unclaimed: no machine', {}, 'unclaimed', undefined],
    ['offline: enrolled and never seen', { machineCount: 1 }, 'offline', undefined],
    ['online: seen 11 minutes ago', { machineCount: 2, lastSeenAt: iso(-11 * MINUTE) }, 'online', iso(-11 * MINUTE)],
    ['offline: a millisecond more', { machineCount: 2, lastSeenAt: iso(-11 * MINUTE - 1) }, 'offline', iso(-11 * MINUTE - 1)],
  ])('a server is shown as %s', async (_, changes, status, lastSeenAt) => {
    tableHolds(aServer(1, changes));
    const { json } = await get();
    expect(ServerResource.parse(json)).toMatchObject({ status });
    expect(json.last_seen_at).toBe(lastSeenAt);
  });
});

describe('404', () => {
  it.each([
    ['that is not there', []],
    ["of another organization's", [aServer(1, { organizationId: 'org_B' })]],
  ])('a server %s is not found', async (_, items) => {
    tableHolds(...items);
    const { status, json } = await get();
    expect(status).toBe(404);
    expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'resource_not_found', details: { server_id: 1 } });
  });

  it.each(['0', '-1', '1.5', '01', '9007199254740992', 'abc'])('%s is no id of a server, and is not repeated', async (id) => {
    hold();
    const { status, json } = await get(id);
    expect(status).toBe(404);
    expect(json.error.details).toBeUndefined();
  });
});

describe('405', () => {
  it('one server answers another method with what is allowed', async () => {
    const { status, headers } = await call({ method: 'PUT', path: '/api/servers/1' });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, PATCH, DELETE');
  });
});
