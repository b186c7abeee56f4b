import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import { domainContext } from '../shared/secrets/sealing-context.ts';
import type { AgentEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

/** What the functions have that agents call for certificates. */
export function openAgents<R extends Rows & AgentEdges>(rows: R) {
  return lazily(
    {
      restoreEpoch: () => rows.settings.restoreEpoch ?? 0,
      /** The private key of a domain, as PKCS #8 PEM: one request to KMS. */
      openSealedKey: () => async (organizationId: string, domainId: number, sealed: Sealed) =>
        (await rows.openSealed(sealed, domainContext(organizationId, domainId))).toString('utf8'),
    },
    rows,
  );
}
export type AgentPorts = ReturnType<typeof openAgents<Rows & AgentEdges>>;
