import { serveHttp } from '../shared/http/serve-http.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { openRows } from '../wiring/rows.wiring.ts';
import { openTableEdges } from '../wiring/table-edges.wiring.ts';
import { challengeMetrics, challengeRoutes } from './serve-challenges.ts';

const { edges, freshSecret } = await openTableEdges(process.env);
const routes = challengeRoutes(openRows(edges));

export const handler = serveHttp(routes, { ...httpPorts, log: edges.log, measure: challengeMetrics }).use(freshSecret);
