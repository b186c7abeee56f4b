import type { AgentEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { ServerRows } from './server-rows.wiring.ts';

export function openAgents<R extends ServerRows & AgentEdges>(rows: R) {
  return lazily({ restoreEpoch: () => rows.settings.restoreEpoch ?? 0 }, rows);
}
export type AgentPorts = ReturnType<typeof openAgents<ServerRows & AgentEdges>>;
