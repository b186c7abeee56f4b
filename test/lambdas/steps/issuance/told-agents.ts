import type { ExpectingPorts } from '../../../../lambdas/model/servers/agent-installer.ts';
import { server } from '../../edge/an-agent.ts';

/** Agents that were told of every hostname, for a test that is about something else. */
export const TOLD_AGENTS: ExpectingPorts = {
  expected: { toldAt: async () => '9999-01-01T00:00:00.000Z', list: async () => {}, markTold: async () => {} },
  servers: { raiseRevision: async () => server },
};
