import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import type { StoredCertificate } from '../../../agent/certificates/stored-certificate.ts';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { SEALING_CONTEXT } from '../../../contract/stack/environment.ts';
import { agentRoutes } from '../../../lambdas/agent-api/agent-routes.ts';
import { ReportRequest } from '../../../lambdas/agent-api/edge.schema.ts';
import { certificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import type { SealingContext } from '../../../lambdas/shared/secrets/sealing-context.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { agentPorts } from '../../lambdas/agent-api/agent-ports.ts';
import { server as agentServer, certificate, machine, rowOf } from '../../lambdas/agent-api/an-agent.ts';
import { holdItems, requestsTo } from '../../lambdas/held-items.ts';
import { settings } from '../../lambdas/settings.ts';

/**
 * The service's own code with a table in memory, one server with these certificates, and the newly enrolled machine of
 * an-agent.ts. The id of a certificate's domain is its index in `certificates`.
 */
export async function startService(
  certificates: readonly StoredCertificate[],
  { patienceMs, idlePollSeconds = 60 }: { patienceMs: number; idlePollSeconds?: number },
) {
  const dynamo = mockClient(DynamoDBDocumentClient);
  const table = openTable(new DynamoDBClient({}), 'table');
  const stores = { servers: serverStore(table), certificates: certificateStore(table) };
  const privateKeys = new Map(certificates.map(({ privateKeyPem }, domainId) => [domainId, privateKeyPem]));
  const start = Date.now() - 60_000;
  const rows = certificates.map(({ hostname, fingerprintSha256, certificatePem }, domainId) => {
    const changedAt = new Date(start - (certificates.length - domainId)).toISOString();
    const facts = { ...certificate.facts, fingerprintSha256 };
    const row = { ...certificate, domainId, hostname, facts, chainPem: certificatePem, changedAt, listedAt: changedAt };
    return [
      { ...keys.certificate('org_A', 1, hostname), ...row },
      { ...keys.change('org_A', 1, changedAt, hostname), changedAt, hostname },
    ];
  });
  const now = new Date().toISOString();
  const server = { ...keys.server('org_A', 1), ...agentServer, revision: certificates.length, lastSeenAt: now };
  holdItems(dynamo, [server, rowOf({ ...machine, enrolledAt: now, lastSeenAt: now, stepDueAt: now }), ...rows.flat()]);
  const log = () => {};
  const openSealed = async (_: unknown, context: SealingContext) =>
    Buffer.from(privateKeys.get(Number(context[SEALING_CONTEXT.domain])) ?? '');
  const edges = { table, log, newId: prefixedId, settings: { ...settings, agent: { ...settings.agent, idlePollSeconds } } };
  const routes = agentRoutes(agentPorts({ ...edges, openSealed }, {}));
  const handler = serveHttp(routes, { log, logAbout: log, clock: () => new Date(), newRequestId: () => 'req_1' });

  const asked: Record<string, number> = {};
  let reachedRevision = -1;
  let tell = () => {};
  const site = createServer(async (request, response) => {
    const body = await text(request);
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    asked[pathname] = (asked[pathname] ?? 0) + 1;
    const http = { method: request.method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' };
    const event = {
      rawPath: pathname,
      rawQueryString: search.slice(1),
      headers: request.headers,
      body,
      requestContext: { http },
    };
    const context = { getRemainingTimeInMillis: () => 28_000 } as Context;
    const answer = await handler(event as unknown as APIGatewayProxyEventV2, context);
    response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' }).end(answer.body);
    const serving = pathname === EDGE_PATHS.reports ? ReportRequest.parse(JSON.parse(body)).serving : undefined;
    if (serving?.missing_count !== 0 || answer.statusCode !== 200) return;
    reachedRevision = Number(serving.place.split('.')[1]);
    tell();
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...stores,
    table,
    keepPrivateKey: (domainId: number, pem: string) => privateKeys.set(domainId, pem),
    site: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    /** Resolves to true when the machine has reported that it serves this revision; to false at the time-out. */
    served: (revision: number) =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(false), patienceMs).unref();
        tell = () => {
          if (reachedRevision >= revision) resolve(true);
        };
        tell();
      }),
    stop: () => site.close().closeAllConnections(),
    counts: () => ({
      polls: asked[EDGE_PATHS.certificates] ?? 0,
      reports: asked[EDGE_PATHS.reports] ?? 0,
      transactions: requestsTo(dynamo).filter((name) => name === 'TransactWriteItems').length,
    }),
  };
}
