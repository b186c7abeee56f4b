import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import { signRequest } from '../../../agent/service/request-signature.gateway.ts';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { agentRoutes } from '../../../lambdas/agent-api/agent-routes.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { NOW } from '../a-domain.ts';
import { agentPorts, openSealed } from './agent-ports.ts';
import { edgeHolds, meanwhile, send } from './agents-endpoint.ts';
import { announced, announcedRemoval, identity, machine, rowOf, server, signedRequest } from './an-agent.ts';

async function twoServers() {
  const theirs = {
    ...(await newIdentity()),
    host: {},
    enrollment: { ...identity.enrollment, machine_id: 'mch_2', server_id: 2 },
  };
  const { d: _, ...signingJwk } = theirs.signing_jwk;
  const enrolled = new Map([
    ['1 mch_1', { server, machine }],
    ['2 mch_2', { server: { ...server, id: 2 }, machine: { ...machine, id: 'mch_2', signingJwk } }],
  ]);
  const doubles = {
    servers: {
      getMachine: async (_organizationId: string, id: number, machineId: string) => enrolled.get(`${id} ${machineId}`),
    },
    certificates: { changes: vi.fn(async () => ({ certificates: [announcedRemoval('shop.customer.com', 0)], expected: [] })) },
    table: { putWrite: () => ({}), transact: async () => {} },
  };
  const ports = agentPorts({ log: vi.fn() }, doubles);
  const routes = agentRoutes(ports);
  const handler = serveHttp(routes, { log: ports.log, logAbout: () => {}, clock: () => NOW, newRequestId: () => 'req_1' });
  const pollAs = async (by: typeof identity) => {
    const path = EDGE_PATHS.certificates;
    const authorization = await signRequest(by, { method: 'GET', pathAndQuery: path, body: '' }, NOW);
    const event = { rawPath: path, rawQueryString: '', headers: { authorization }, requestContext: { http: { method: 'GET' } } };
    const context = { getRemainingTimeInMillis: () => 28_000 };
    return handler(event as unknown as APIGatewayProxyEventV2, context as Context);
  };
  const unknown = { ...identity, enrollment: { ...identity.enrollment, machine_id: 'mch_never' } };
  return { enrolled, ports, theirs, pollAs, unknown };
}

const serverKey = `ORG#org_A|${keys.server('org_A', 1).sk}`;
const idOf = ({ pk, sk }: { pk: string; sk: string }) => `${pk}|${sk}`;

describe('between the authentication of a poll and the release of its private keys', () => {
  const row = rowOf(machine);

  it.each<[string, (items: ReturnType<typeof edgeHolds>) => unknown]>([
    ['a machine that is revoked', (items) => items.delete(idOf(row))],
    ['a machine that is given other keys', (items) => items.set(idOf(row), { ...row, signingJwk: machine.encryptionJwk })],
    ['a machine whose server is deleted', (items) => [serverKey, idOf(row)].map((key) => items.delete(key))],
  ])('%s gets nothing, and nothing is on record', async (_, act) => {
    const items = edgeHolds([announced('shop.customer.com', 0)]);
    meanwhile(() => act(items));
    const { status, json } = await send(await signedRequest());
    expect(status).toBe(401);
    expect(json).not.toHaveProperty('changes');
    expect(openSealed).not.toHaveBeenCalled();
    expect([...items.keys()].filter((key) => /^(AUDIT|SIGNATURE)#/.test(key))).toEqual([]);
  });

  it('a machine gets its keys although another machine of its server is enrolled or revoked', async () => {
    const items = edgeHolds([announced('shop.customer.com', 0)]);
    const other = rowOf({ ...machine, id: 'mch_2' });
    meanwhile(() => {
      items.set(serverKey, { ...items.get(serverKey), machineCount: 2 });
      items.set(idOf(other), other);
    });
    expect((await send(await signedRequest())).json.changes).toHaveLength(1);
  });
});

describe('401 in the words for an unknown machine', () => {
  it('is the answer to one that was revoked between two polls', async () => {
    const { enrolled, ports, pollAs, unknown } = await twoServers();
    expect((await pollAs(identity)).statusCode).toBe(200);
    enrolled.delete('1 mch_1');
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
