import type { ProofStore } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { ExpectingPorts } from '../../../../lambdas/model/servers/agent-installer.ts';
import type { PreparationPorts, PreparedPorts } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { NOW } from '../../a-domain.ts';
import { server } from '../../edge/an-agent.ts';

/** Agents that were told of every hostname, for a test that is about something else. */
export const TOLD_AGENTS: ExpectingPorts = {
  expected: { toldAt: async () => '9999-01-01T00:00:00.000Z', list: async () => {}, markTold: async () => {} },
  servers: { raiseRevision: async () => server },
};

/** Nobody proves a hostname by DNS. */
export const NO_PROOFS: ProofStore = { show: async () => true, leave: async () => {}, withdraw: async () => {} };

/** For tests whose servers are not at CloudFront. */
export const NO_CLOUDFRONT: PreparationPorts['cloudFront'] = {
  lookAtCaa: async () => ({ kind: 'caa-allows' }),
  tenants: { get: async () => undefined, requestWrite: neverAsked },
  certificates: { get: async () => undefined, putManagedWrite: neverAsked },
};

/** Nobody waits for a slot, or for CloudFront. */
export const NOBODY_NEXT: PreparedPorts = { clock: () => NOW, dispatch: async () => {}, announceTenant: async () => {} };

function neverAsked(): never {
  throw new Error('CloudFront is to be asked for nothing here');
}
