import { describe, expect, it } from 'vitest';
import { ServerResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { iso, SECOND } from '../../a-domain.ts';
import { tableHolds } from '../api-caller.ts';
import { aServer, call } from './servers-api.ts';

const MINUTE = 60 * SECOND;
const get = () => call({ method: 'GET', path: '/api/servers/1' });

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
