import { randomBytes } from 'node:crypto';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { lazily } from '../../wiring/lazily.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openTableEdges } from '../../wiring/table-edges.wiring.ts';
import { enrollmentRoutes } from './enrollment-routes.ts';
import { type CallSts, stsGateway } from './sts.gateway.ts';

const LOOK_UP_MS = 3_000;

const { edges, freshSecret } = await openTableEdges(process.env);
const { resolveWithin, settings } = withNetwork(edges);
const { allowLoopback } = settings;
// Each request has its own resolver, because the time budget begins when it is created.
const askSts: CallSts = (request) => stsGateway({ resolve: resolveWithin(LOOK_UP_MS), allowLoopback })(request);
const ports = lazily(
  {
    newNonce: () => () => randomBytes(16).toString('base64url'),
    askSts: () => askSts,
    // The variable that the SDK reads; unset on AWS.
    awsEndpoint: () => process.env.AWS_ENDPOINT_URL,
  },
  openRows(edges),
);

export const handler = serveHttp(enrollmentRoutes(ports), httpPorts).use(freshSecret);
