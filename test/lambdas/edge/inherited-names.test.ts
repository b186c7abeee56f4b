import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { agentRoutes } from '../../../lambdas/edge/agent-routes.ts';
import { encryptToMachine } from '../../../lambdas/edge/machine-encryption.gateway.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { enrollmentStore } from '../../../lambdas/model/servers/enrollment.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { NOW } from '../a-domain.ts';
import { holdItems } from '../held-items.ts';
import { inheritedNames } from '../inherited-names.ts';
import { announced, identity, server, signedRequest } from './an-agent.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const log = vi.fn();
const routes = agentRoutes({
  table,
  servers: serverStore(table),
  certificates: certificateStore(table),
  enrollments: enrollmentStore(table),
  openSealedKey: async () => 'PRIVATE KEY PEM',
  encryptToMachine,
  newMachineId: () => 'mch_new',
  newAuditId: () => 'aud_1',
  pace: { busyPollSeconds: 2, idlePollSeconds: 60 },
  roll: () => 0.5,
  log,
});
const handler = serveHttp(routes, { log, logAbout: () => {}, clock: () => NOW, newRequestId: () => 'req_1' });

async function statusOf(call: Parameters<typeof signedRequest>[0]): Promise<number | undefined> {
  const { method, path, query, headers, rawBody } = await signedRequest(call);
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' };
  const event = { rawPath: path, rawQueryString: query, headers, body: rawBody.toString(), requestContext: { http } };
  const answer = await handler(event as never, { getRemainingTimeInMillis: () => 28_000 } as never);
  return answer.statusCode;
}

const every = (value: unknown) => Object.fromEntries(inheritedNames.map((name) => [name, value]));
const hostile = [...inheritedNames, every('x'), every(every(null)), [every(null)]];
const publicPart = ({ kty, crv, x, y }: typeof identity.signing_jwk) => ({ kty, crv, x, y });
const enrollment = {
  token: 'enr_unknown',
  name: 'web 2',
  signing_jwk: publicPart(identity.signing_jwk),
  encryption_jwk: publicPart(identity.encryption_jwk),
};
const handshake = { hostname: 'shop.customer.com', fingerprint_sha256: 'cd'.repeat(32) };

beforeEach(() => {
  log.mockClear();
  const { changedAt: _, ...certificate } = announced('shop.customer.com', 0);
  holdItems(dynamo, [
    { ...keys.server('org_A', 1), ...server },
    { ...keys.certificate('org_A', 1, 'shop.customer.com'), ...certificate },
  ]);
});

describe('names that every object inherits', () => {
  it.each(Object.keys(enrollment))(
    'names that every object inherits are refused or unknown in the %s of an enrollment',
    async (field) => {
      for (const value of hostile) {
        const body = JSON.stringify({ ...enrollment, ...every('x'), [field]: value });
        expect([201, 401, 422]).toContain(await statusOf({ method: 'POST', path: '/edge/v1/machines', body }));
      }
    },
  );

  it.each(Object.keys(handshake))(
    'names that every object inherits are refused or unknown in the %s of a report',
    async (field) => {
      for (const value of hostile) {
        const body = JSON.stringify({ handshakes: [{ ...handshake, ...every('x'), [field]: value }] });
        expect([200, 422]).toContain(await statusOf({ method: 'POST', path: '/edge/v1/reports', body }));
      }
      expect(log.mock.calls.filter(([level]) => level === 'error')).toEqual([]);
    },
  );

  it('names that every object inherits are no cursor: the list begins from the beginning', async () => {
    for (const value of [...inheritedNames, every('x'), [every(null)]]) {
      const query = `since=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
      expect(await statusOf({ query })).toBe(200);
    }
  });
});
