import type { AgentEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

export function openAgents<R extends Rows & AgentEdges>(rows: R) {
  return lazily({ restoreEpoch: () => rows.settings.restoreEpoch ?? 0 }, rows);
}
export type AgentPorts = ReturnType<typeof openAgents<Rows & AgentEdges>>;
