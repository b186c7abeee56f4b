import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { vi } from 'vitest';
import { agentRoutes } from '../../../lambdas/agent-api/agent-routes.ts';
import { enrollmentRoutes } from '../../../lambdas/agent-api/enrollment/enrollment-routes.ts';
import type { CallSts } from '../../../lambdas/agent-api/enrollment/sts.gateway.ts';
import type { AnnouncedCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import type { HttpRequest } from '../../../lambdas/shared/http/route.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { NOW } from '../a-domain.ts';
import { clock, dynamo, log } from '../api/api-caller.ts';
import { holdItems, requestsTo } from '../held-items.ts';
import { agentPorts, openSealed } from './agent-ports.ts';
import { machine, rowOf, server } from './an-agent.ts';

// Serves the agent routes through the HTTP pipeline, on an in-memory table that enforces conditions.

export const askSts = vi.fn<CallSts>(async () => ({ kind: 'refused' }));
let drawn = 0;
const newNonce = () => String(drawn++).padStart(22, 'N');
const ports = agentPorts({}, { askSts, newNonce, awsEndpoint: undefined });
export const { enrollments } = ports;
const routes = [...agentRoutes(ports), ...enrollmentRoutes(ports)];
const handler = serveHttp(routes, { log, logAbout: () => {}, clock: () => clock.now, newRequestId: () => 'req_1' });

export { clock, log };

/** Fills the table with server 1, its machine and these announced certificates. Returns the items. */
export function edgeHolds(certificates: readonly AnnouncedCertificate[], changes: object = {}, ofMachine: object = {}) {
  clock.now = NOW;
  for (const mock of [log, openSealed]) mock.mockClear();
  const rows = certificates.flatMap(rowsOf);
  const enrolled = rowOf({ ...machine, ...ofMachine });
  held = holdItems(dynamo, [{ ...keys.server('org_A', 1), ...server, ...changes }, enrolled, ...rows]);
  return held.items;
}
let held: ReturnType<typeof holdItems> | undefined;

/** Runs `act` just before the next transaction, like a concurrent write. */
export function meanwhile(act: () => void): void {
  held?.meanwhile(act);
}

/** The table items of an announced certificate: the certificate, and its row in the change list. */
export function rowsOf(certificate: AnnouncedCertificate) {
  const { hostname, changedAt } = certificate;
  return [
    { ...keys.certificate('org_A', 1, hostname), ...certificate, listedAt: changedAt },
    { ...keys.change('org_A', 1, changedAt, hostname), changedAt, hostname },
  ];
}

export async function send({ method, path, query, headers, rawBody }: HttpRequest) {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' };
  const event = { rawPath: path, rawQueryString: query, headers, body: rawBody.toString(), requestContext: { http } };
  const context = { getRemainingTimeInMillis: () => 28_000 } as Context;
  const { statusCode: status, body } = await handler(event as unknown as APIGatewayProxyEventV2, context);
  return { status, json: JSON.parse(body ?? 'null') };
}

export const requests = () => requestsTo(dynamo);
