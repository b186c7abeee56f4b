import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { vi } from 'vitest';
import { encryptToMachine } from '../../../lambdas/edge/agent-credentials.ts';
import { agentRoutes } from '../../../lambdas/edge/agent-routes.ts';
import { enrollmentRoutes } from '../../../lambdas/edge/enrollment/enrollment-routes.ts';
import type { IdentityPorts } from '../../../lambdas/edge/enrollment/prove-identity.ts';
import type { AskSts } from '../../../lambdas/edge/enrollment/sts.gateway.ts';
import type { AnnouncedCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { enrollmentStore } from '../../../lambdas/model/servers/enrollment/enrollment.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import type { HttpRequest } from '../../../lambdas/shared/http/route.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { NOW } from '../a-domain.ts';
import { holdItems, requestsTo } from '../held-items.ts';
import { server } from './an-agent.ts';

// The routes of agents behind the HTTP pipeline, on a table that keeps to its conditions.

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
let drawn = 0;
const newId = (prefix: string) => () => `${prefix}_new${drawn++}`;

export const log = vi.fn();
/** Set it to let time pass; `edgeHolds` sets it back. */
export const clock = { now: NOW };
export const openSealedKey = vi.fn(async () => 'PRIVATE KEY PEM');
export const enrollments = enrollmentStore(table);

/** STS as a test has it answer. */
export const askSts = vi.fn<AskSts>(async () => ({ kind: 'refused' }));
const identities: IdentityPorts = {
  secret: ServiceSecret.fromJson(JSON.stringify({ 1: 'm'.repeat(40) })),
  newNonce: () => String(drawn++).padStart(22, 'N'),
  askSts: (request) => askSts(request),
  endpoint: undefined,
  log: (...line) => log(...line),
};

const ports = {
  table,
  servers: serverStore(table),
  certificates: certificateStore(table),
  enrollments,
  openSealedKey,
  encryptToMachine,
  identities,
  newMachineId: newId('mch'),
  newAuditId: newId('aud'),
  newEventId: newId('evt'),
  baseTarget: 'cname.service.net',
  pace: { busyPollSeconds: 2, idlePollSeconds: 60, silentAfterSeconds: 660 },
  restoreEpoch: 0,
  jitter: () => 0.5,
  pause: async () => {},
  log,
};
const routes = [...agentRoutes(ports), ...enrollmentRoutes(ports)];
const handler = serveHttp(routes, { log, logAbout: () => {}, clock: () => clock.now, newRequestId: () => 'req_1' });

/** The table holds server 1 with its machine, and these certificates as they are announced there. Answers what there is. */
export function edgeHolds(certificates: readonly AnnouncedCertificate[], changes: object = {}) {
  clock.now = NOW;
  for (const mock of [log, openSealedKey]) mock.mockClear();
  const rows = certificates.flatMap(rowsOf);
  held = holdItems(dynamo, [{ ...keys.server('org_A', 1), ...server, ...changes }, ...rows]);
  return held.items;
}
let held: ReturnType<typeof holdItems> | undefined;

/** Somebody else's write, just before the next transaction. */
export function meanwhile(act: () => void): void {
  held?.meanwhile(act);
}

/** A certificate that was announced, and its place in the list of changes. */
export function rowsOf(certificate: AnnouncedCertificate) {
  const { hostname, changedAt } = certificate;
  return [
    { ...keys.certificate('org_A', 1, hostname), ...certificate, listedAt: changedAt },
    { ...keys.change('org_A', 1, changedAt, hostname), changedAt, hostname },
  ];
}

/** Sends a request as it is, however often. */
export async function send({ method, path, query, headers, rawBody }: HttpRequest) {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' };
  const event = { rawPath: path, rawQueryString: query, headers, body: rawBody.toString(), requestContext: { http } };
  const context = { getRemainingTimeInMillis: () => 28_000 } as Context;
  const { statusCode: status, body } = await handler(event as unknown as APIGatewayProxyEventV2, context);
  return { status, json: JSON.parse(body ?? 'null') };
}

export const requests = () => requestsTo(dynamo);
