import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { EDGE_PATHS } from '../../contract/paths.ts';
import { encryptToMachine } from '../../lambdas/edge/agent-credentials.ts';
import { agentRoutes } from '../../lambdas/edge/agent-routes.ts';
import { ReportRequest } from '../../lambdas/edge/edge.schema.ts';
import { certificateStore } from '../../lambdas/model/servers/certificate.store.ts';
import { enrollmentStore } from '../../lambdas/model/servers/enrollment.store.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { serveHttp } from '../../lambdas/shared/http/serve-http.ts';
import { prefixedId } from '../../lambdas/shared/ids/ids.gateway.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { certificateFor } from '../agent/a-certificate.ts';
import { certificate, fleet, identity, machine, rowOf } from '../lambdas/edge/an-agent.ts';
import { holdItems, requestsTo } from '../lambdas/held-items.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';

// How long a machine that was just enrolled takes to serve all names of its server: until its agent, a process of its own, has
// fetched, stored and seen each of them on its own web server, and has reported so. The service is its own code on a table in
// memory, on the same machine; on AWS each page of fifty names takes some tenths of a second longer.

const NAMES = { short: 100, long: 5_000 };
/** Names in an answer (lambdas/model/servers/change-list.store.ts). */
const IN_A_PAGE = 50;
const MOST_SECONDS = 60;
const MOST_MEGABYTES = 400;
const PATIENCE_MS = 180_000;

export async function run(size: Size): Promise<Measurement[]> {
  const names = NAMES[size];
  const service = await serviceWith(names);
  const began = performance.now();
  const child = spawn(NODE, ['test/bench/fleet/new-machine.ts'], {
    cwd: PROJECT,
    env: {
      ...process.env,
      MACHINE_IDENTITY: JSON.stringify({ ...identity, enrollment: { ...identity.enrollment, site: service.site } }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const isServed = await Promise.race([service.served, once(child, 'exit').then(() => false)]);
  const seconds = (performance.now() - began) / 1000;
  child.stdin.end();
  const megabytes = Number(await said) / 1024;
  service.stop();
  const { polls, reports, writes } = service.counts();
  const pages = Math.ceil(names / IN_A_PAGE);
  return [
    count('names that a new machine serves', isServed ? names : 0, { atLeast: names }),
    time('seconds until then', seconds, { atMost: MOST_SECONDS }, decimals(1)),
    time('megabytes of its agent and web server', megabytes, { atMost: MOST_MEGABYTES }, decimals(0)),
    // The last page may be full, and then an empty one follows; between two reports a quiet poll.
    count('polls', polls, { atMost: pages + Math.ceil(seconds / 2) + 2 }),
    count('reports of what it serves', reports, { atMost: 2 }),
    count('writes of it to the table', writes, { atMost: 2 }),
  ];
}

/** The service before a server of so many names, and a machine that was just enrolled there. */
async function serviceWith(names: number) {
  const dynamo = mockClient(DynamoDBDocumentClient);
  const table = openTable(new DynamoDBClient({}), 'table');
  const start = Date.now() - 60_000;
  const privateKeys = new Map<number, string>();
  const rows = Array.from({ length: names }, (_, domainId) => {
    const hostname = `h${domainId}.customer.com`;
    const made = certificateFor(hostname);
    privateKeys.set(domainId, made.privateKeyPem);
    const changedAt = new Date(start - (names - domainId)).toISOString();
    const facts = { ...certificate.facts, fingerprintSha256: made.fingerprintSha256 };
    const row = { ...certificate, domainId, hostname, facts, chainPem: made.certificatePem, changedAt, listedAt: changedAt };
    return [
      { ...keys.certificate('org_A', 1, hostname), ...row },
      { ...keys.change('org_A', 1, changedAt, hostname), changedAt, hostname },
    ];
  });
  const now = new Date().toISOString();
  const server = { ...keys.server('org_A', 1), ...fleet, revision: names, lastSeenAt: now };
  holdItems(dynamo, [server, rowOf({ ...machine, enrolledAt: now, lastSeenAt: now, stepDueAt: now }), ...rows.flat()]);
  const log = () => {};
  const routes = agentRoutes({
    table,
    servers: serverStore(table),
    certificates: certificateStore(table),
    enrollments: enrollmentStore(table),
    openSealedKey: async (_organizationId, domainId) => privateKeys.get(domainId) ?? '',
    encryptToMachine,
    newMachineId: () => prefixedId('mch'),
    newAuditId: () => prefixedId('aud'),
    newEventId: () => prefixedId('evt'),
    baseTarget: 'cname.service.net',
    pace: { busyPollSeconds: 2, idlePollSeconds: 60, silentAfterSeconds: 660 },
    restoreEpoch: 0,
    jitter: () => 0.5,
    pause: async () => {},
    log,
  });
  const handler = serveHttp(routes, { log, logAbout: log, clock: () => new Date(), newRequestId: () => 'req_1' });
  let tell: (isServed: boolean) => void = () => {};
  const served = new Promise<boolean>((resolve) => {
    tell = resolve;
    setTimeout(() => resolve(false), PATIENCE_MS).unref();
  });
  const asked: Record<string, number> = {};
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
    if (serving?.place === `0.${names}` && serving.missing_count === 0 && answer.statusCode === 200) tell(true);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  return {
    site: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    served,
    stop: () => site.close().closeAllConnections(),
    counts: () => ({
      polls: asked[EDGE_PATHS.certificates] ?? 0,
      reports: asked[EDGE_PATHS.reports] ?? 0,
      // Beside these, each page of released keys is put on record by one transaction.
      writes: requestsTo(dynamo).filter((name) => name === 'TransactWriteItems').length - Math.ceil(names / IN_A_PAGE),
    }),
  };
}
