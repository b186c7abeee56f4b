import { serveHttp } from '../shared/http/serve-http.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { openAgents } from '../wiring/agents.wiring.ts';
import type { AgentEdges } from '../wiring/edges.ts';
import { edgesWithoutSecret } from '../wiring/lambda-edges.wiring.ts';
import { lazily } from '../wiring/lazily.ts';
import { openServerRows } from '../wiring/server-rows.wiring.ts';
import { encryptToMachine } from './agent-credentials.ts';
import { agentRoutes } from './agent-routes.ts';

const edges: AgentEdges = lazily({ encryptToMachine: () => encryptToMachine }, edgesWithoutSecret(process.env));

export const handler = serveHttp(agentRoutes(openAgents(openServerRows(edges))), httpPorts);
