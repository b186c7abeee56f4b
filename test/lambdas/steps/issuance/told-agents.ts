import type { ProofStore } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { ExpectingPorts } from '../../../../lambdas/model/servers/agent-installer.ts';
import type { PreparationPorts, PreparedPorts } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { NOW } from '../../a-domain.ts';
import { server } from '../../agent-api/an-agent.ts';

/** Agents that were notified of every hostname, for tests about something else. */
export const TOLD_AGENTS: ExpectingPorts = {
  expected: { toldAt: async () => '9999-01-01T00:00:00.000Z', list: async () => {}, markTold: async () => {} },
  servers: { raiseRevision: async () => server },
};

/** For tests without DNS validation. */
export const NO_PROOFS: ProofStore = { show: async () => true, leave: async () => {}, withdraw: async () => {} };

/** For tests without servers at CloudFront. */
export const NO_CLOUDFRONT: PreparationPorts['cloudFront'] = {
  lookAtCaa: async () => ({ kind: 'caa-allows' }),
  tenants: { get: async () => undefined, requestWrite: neverAsked },
  certificates: { get: async () => undefined, putManagedWrite: neverAsked },
};

/** Nobody else waits for a slot or for CloudFront. */
export const NOBODY_NEXT: PreparedPorts = { clock: () => NOW, dispatch: async () => {}, announceTenant: async () => {} };

function neverAsked(): never {
  throw new Error('CloudFront is to be asked for nothing here');
}
