import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import { signRequest } from '../../../agent/service/request-signature.gateway.ts';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { agentRoutes } from '../../../lambdas/agent-api/agent-routes.ts';
import { embeddedMachine } from '../../../lambdas/model/servers/server.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { NOW } from '../a-domain.ts';
import { agentPorts, openSealed } from './agent-ports.ts';
import { edgeHolds, meanwhile, send } from './agents-endpoint.ts';
import { announced, announcedRemoval, identity, machine, server, signedRequest } from './an-agent.ts';

async function twoServers() {
  const theirs = {
    ...(await newIdentity()),
    host: {},
    enrollment: { ...identity.enrollment, machine_id: 'mch_2', server_id: 2 },
  };
  const { d: _, ...signingJwk } = theirs.signing_jwk;
  const own = { ...server, machines: { ...server.machines } };
  const other = { ...server, id: 2, machines: { mch_2: { ...machine, id: 'mch_2', signingJwk } } };
  const doubles = {
    servers: {
      getMachine: async (_organizationId: string, id: number, machineId: string) => {
        const found = [own, other].find((one) => one.id === id);
        const enrolled = found && embeddedMachine(found, machineId);
        return enrolled && { server: found, machine: enrolled };
      },
    },
    certificates: { changes: vi.fn(async () => ({ certificates: [announcedRemoval('shop.customer.com', 0)], expected: [] })) },
    table: { putWrite: () => ({}), transact: async () => {} },
  };
  const ports = agentPorts({ log: vi.fn() }, doubles);
  const routes = agentRoutes(ports);
  const handler = serveHttp(routes, { log: ports.log, logAbout: () => {}, clock: () => NOW, newRequestId: () => 'req_1' });
  const pollAs = async (enrolled: typeof identity) => {
    const path = EDGE_PATHS.certificates;
    const authorization = await signRequest(enrolled, { method: 'GET', pathAndQuery: path, body: '' }, NOW);
    const event = { rawPath: path, rawQueryString: '', headers: { authorization }, requestContext: { http: { method: 'GET' } } };
    const context = { getRemainingTimeInMillis: () => 28_000 };
    return handler(event as unknown as APIGatewayProxyEventV2, context as Context);
  };
  const unknown = { ...identity, enrollment: { ...identity.enrollment, machine_id: 'mch_never' } };
  return { own, ports, theirs, pollAs, unknown };
}

const serverKey = `ORG#org_A|${keys.server('org_A', 1).sk}`;

describe('between the authentication of a poll and the release of its private keys', () => {
  const held = { ...keys.server('org_A', 1), ...server };

  it.each<[string, object | undefined, number]>([
    ['a machine that is revoked', { ...held, machines: {} }, 401],
    [
      'a machine that is given other keys',
      { ...held, machines: { mch_1: { ...machine, signingJwk: machine.encryptionJwk } } },
      401,
    ],
    ['a machine whose server is deleted', undefined, 401],
  ])('%s gets nothing, and nothing is on record', async (_, after, expected) => {
    const items = edgeHolds([announced('shop.customer.com', 0)]);
    meanwhile(() => (after ? items.set(serverKey, { ...held, ...after }) : items.delete(serverKey)));
    const { status, json } = await send(await signedRequest());
    expect(status).toBe(expected);
    expect(json).not.toHaveProperty('changes');
    expect(openSealed).not.toHaveBeenCalled();
    expect([...items.keys()].filter((key) => /^(AUDIT|SIGNATURE)#/.test(key))).toEqual([]);
  });

  it('a machine gets its keys although another machine of its server is enrolled or revoked', async () => {
    const items = edgeHolds([announced('shop.customer.com', 0)]);
    meanwhile(() => items.set(serverKey, { ...held, machines: { ...server.machines, mch_2: { ...machine, id: 'mch_2' } } }));
    expect((await send(await signedRequest())).json.changes).toHaveLength(1);
  });
});

describe('401 in the words for an unknown machine', () => {
  it('is the answer to one that was revoked between two polls', async () => {
    const { own, ports, pollAs, unknown } = await twoServers();
    expect((await pollAs(identity)).statusCode).toBe(200);
    delete own.machines.mch_1;
    const refused = await pollAs(identity);
    expect(refused.statusCode).toBe(401);
    expect(refused).toEqual(await pollAs(unknown));
    expect(ports.certificates.changes).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['under its own name', {}],
    ['under the name of a machine there', { machine_id: 'mch_1' }],
  ])('is the answer to one that asks for another server %s', async (_, named) => {
    const { ports, theirs, pollAs, unknown } = await twoServers();
    expect((await pollAs(theirs)).statusCode).toBe(200);
    const refused = await pollAs({ ...theirs, enrollment: { ...theirs.enrollment, server_id: 1, ...named } });
    expect(refused.statusCode).toBe(401);
    expect(refused).toEqual(await pollAs(unknown));
    expect(ports.certificates.changes).toHaveBeenCalledTimes(1);
  });
});
