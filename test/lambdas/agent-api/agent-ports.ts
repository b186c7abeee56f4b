import { vi } from 'vitest';
import { encryptToMachine } from '../../../lambdas/agent-api/agent-credentials.ts';
import { openAgents } from '../../../lambdas/wiring/agents.wiring.ts';
import type { NetEdges } from '../../../lambdas/wiring/edges.ts';
import { instead, portsOf } from '../api/api-caller.ts';

export const openSealed = vi.fn(async () => Buffer.from('PRIVATE KEY PEM'));

export const agentPorts = <Doubles extends object>(edges: Partial<NetEdges>, doubles: Doubles) =>
  instead(openAgents(instead(portsOf({ openSealed, jitter: () => 0.5, ...edges }), { encryptToMachine })), doubles);
