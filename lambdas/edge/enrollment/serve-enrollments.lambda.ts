import { randomBytes } from 'node:crypto';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { lazily } from '../../wiring/lazily.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import { openTableEdges } from '../../wiring/table-edges.wiring.ts';
import { enrollmentRoutes } from './enrollment-routes.ts';
import { type AskSts, stsGateway } from './sts.gateway.ts';

const LOOK_UP_MS = 3_000;

const { edges, freshSecret } = await openTableEdges(process.env);
const { resolveWithin, settings } = withNetwork(edges);
const { allowLoopback } = settings;
// The budget begins when the resolver is made: each question has its own.
const askSts: AskSts = (request) => stsGateway({ resolve: resolveWithin(LOOK_UP_MS), allowLoopback })(request);
const ports = lazily(
  {
    newNonce: () => () => randomBytes(16).toString('base64url'),
    askSts: () => askSts,
    // As the SDK reads it: on AWS nobody sets it.
    awsEndpoint: () => process.env.AWS_ENDPOINT_URL,
  },
  openRows(edges),
);

export const handler = serveHttp(enrollmentRoutes(ports), httpPorts).use(freshSecret);
