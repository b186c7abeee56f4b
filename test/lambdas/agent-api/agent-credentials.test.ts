import { SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import { authenticateAgent, authenticatePoll } from '../../../lambdas/agent-api/agent-credentials.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import type { AgentServer, Machine } from '../../../lambdas/model/servers/server.schema.ts';
import type { ServerStore } from '../../../lambdas/model/servers/server.store.ts';
import { later, NOW, SECOND } from '../a-domain.ts';
import { identity, machine, request, server, signedRequest } from './an-agent.ts';

interface Enrolled {
  server: AgentServer;
  machine: Machine;
}
const own: Enrolled = { server, machine };
const other: Enrolled = { server: { ...server, id: 2 }, machine: { ...machine, id: 'mch_2' } };
const servers = (...held: Enrolled[]) => ({
  getMachine: vi.fn(async (organizationId: string, id: number, machineId: string, _?: { mayLag?: boolean }) =>
    held.find((at) => at.server.organizationId === organizationId && at.server.id === id && at.machine.id === machineId),
  ),
});
const enrolledAs = (changes: Partial<typeof identity.enrollment>) => ({
  ...identity,
  enrollment: { ...identity.enrollment, ...changes },
});
const report = { method: 'POST', path: '/edge/v1/reports', body: '{"handshakes":[]}' } as const;

describe('a request signed by an enrolled machine', () => {
  it('is let in with one read of its server', async () => {
    const held = servers(own, other);
    const signature = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), signedAt: NOW };
    expect(await authenticateAgent(await signedRequest({ query: 'since=abc' }), held)).toEqual({ server, machine, signature });
    expect(await authenticateAgent(await signedRequest(report), held)).toEqual({ server, machine, signature });
    expect(held.getMachine).toHaveBeenCalledTimes(2);
  });

  it('is named in the log by organization, server and machine, once it is believed', async () => {
    const signed = await signedRequest();
    await authenticateAgent(signed, servers(own));
    const { organizationId, id: serverId } = server;
    expect(signed.logFacts).toEqual({ requestId: 'req_1', organizationId, serverId, machineId: machine.id });
    const foreign = await signedRequest({}, identity, later(3_600 * SECOND));
    await authenticateAgent(foreign, servers(own)).catch(() => undefined);
    expect(foreign.logFacts).toEqual({ requestId: 'req_1' });
  });

  it.each([-60, 60])('is let in with a clock that is %i s off', async (seconds) => {
    await expect(
      authenticateAgent(await signedRequest({}, identity, later(seconds * SECOND)), servers(own)),
    ).resolves.toBeDefined();
  });
});

describe('a poll', () => {
  it('is let in with one read that may lag', async () => {
    const held = servers(own);
    expect(await authenticatePoll(await signedRequest(), held)).toMatchObject({ server, machine });
    expect(held.getMachine.mock.calls).toEqual([['org_A', 1, 'mch_1', { mayLag: true }]]);
  });

  it.each<[string, Enrolled[]]>([
    ['has just enrolled', []],
    ['has just changed its keys', [{ server, machine: { ...machine, signingJwk: machine.encryptionJwk } }]],
  ])('is let in by a second read that does not lag, where its machine %s', async (_, lagging) => {
    const [before, now] = [servers(...lagging), servers(own)];
    const getMachine = vi.fn((...[org, id, name, options]: Parameters<ServerStore['getMachine']>) =>
      (options?.mayLag ? before : now).getMachine(org, id, name),
    );
    expect(await authenticatePoll(await signedRequest(), { getMachine })).toMatchObject({ server, machine });
    expect(getMachine).toHaveBeenCalledTimes(2);
  });

  it('is refused after the second read', async () => {
    const held = servers(own);
    await expect(authenticatePoll(await signedRequest({}, enrolledAs({ server_id: 3 })), held)).rejects.toMatchObject({
      code: 'invalid_agent_credentials',
    });
    expect(held.getMachine).toHaveBeenCalledTimes(2);
  });

  it('is not read for once more when DynamoDB fails', async () => {
    const getMachine = vi.fn().mockRejectedValue(new Error('throttled'));
    await expect(authenticatePoll(await signedRequest(), { getMachine })).rejects.toThrow('throttled');
    expect(getMachine).toHaveBeenCalledTimes(1);
  });
});

describe('a machine at a server of test data', () => {
  const testServer: AgentServer = { ...server, organizationId: testTenantOf(server.organizationId) };
  const atTest: Enrolled = { server: testServer, machine };
  const ofTest = enrolledAs({ organization_id: testServer.organizationId });

  it('is let in there, and not at the live server of the same number', async () => {
    const { server: found } = await authenticateAgent(await signedRequest({}, ofTest), servers(atTest));
    expect(found).toEqual(testServer);
    await expect(authenticateAgent(await signedRequest({}, ofTest), servers(own))).rejects.toThrow();
    await expect(authenticateAgent(await signedRequest(), servers(atTest))).rejects.toThrow();
  });
});

describe('401 in the same words', () => {
  const header = { alg: 'ES256', typ: 'agent+jwt', kid: 'mch_1' };
  const claims = { iss: 'org_A/1', htm: 'GET', htu: '/edge/v1/certificates', iat: NOW.getTime() / SECOND, jti: '1', bh: '' };
  const bearer = (token: string) => request({}, { authorization: `Bearer ${token}` });
  const tokenWith = async (changed: object, changedHeader: object = {}, key: string | Uint8Array = 'x'.repeat(32)) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ ...header, alg: 'HS256', ...changedHeader })
      .sign(typeof key === 'string' ? new TextEncoder().encode(key) : key);

  it.each<[string, () => ReturnType<typeof signedRequest>]>([
    ['by another key', async () => signedRequest({}, { ...identity, ...(await newIdentity()) })],
    ['61 s old', () => signedRequest({}, identity, later(-61 * SECOND))],
    ['61 s ahead', () => signedRequest({}, identity, later(61 * SECOND))],
    ['for another path', async () => ({ ...(await signedRequest()), path: '/edge/v1/reports' })],
    ['for another query', async () => ({ ...(await signedRequest({ query: 'since=a' })), query: 'since=b' })],
    ['for another method', async () => ({ ...(await signedRequest()), method: 'POST' })],
    ['for another body', async () => ({ ...(await signedRequest(report)), rawBody: Buffer.from('{"handshakes":[1]}') })],
    ['by a machine that was revoked', () => signedRequest({}, enrolledAs({ machine_id: 'mch_revoked' }))],
    ["by another server's machine", () => signedRequest({}, enrolledAs({ machine_id: 'mch_2' }))],
    ['for a server that the machine does not belong to', () => signedRequest({}, enrolledAs({ server_id: 2 }))],
    ['for a server that does not exist', () => signedRequest({}, enrolledAs({ server_id: 3 }))],
    ['for another organization', () => signedRequest({}, enrolledAs({ organization_id: 'org_B' }))],
    ['for a server with a separator in its name', () => signedRequest({}, enrolledAs({ organization_id: 'org_A#1' }))],
    ['by a machine named like a property of every object', () => signedRequest({}, enrolledAs({ machine_id: 'constructor' }))],
    ['not at all', async () => request({})],
    ['by nonsense', async () => bearer('a.b.c')],
    ['with a shared secret', async () => bearer(await tokenWith({}))],
    [
      'with no algorithm',
      async () => bearer(`${btoa('{"alg":"none","kid":"mch_1"}')}.${btoa(JSON.stringify(claims))}.x`.replaceAll('=', '')),
    ],
  ])('answers a request signed %s', async (_, make) => {
    const refused = authenticateAgent(await make(), servers(own, other));
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_agent_credentials',
      message: 'The credentials of this agent are not valid.',
      details: undefined,
    });
  });

  it('a request that gets a 401 costs at most one read', async () => {
    const held = servers(own);
    await authenticateAgent(await signedRequest({}, enrolledAs({ server_id: 3 })), held).catch(() => undefined);
    expect(held.getMachine).toHaveBeenCalledTimes(1);
  });
});
