import { isAtOrBelow } from '../../contract/domain-name.ts';
import type { OwnershipObservation } from '../model/domains/claim.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { followChain, labelOf, tipOf } from './cname-chain.ts';
import { lookForProof } from './look-for-proof.ts';
import { recursiveLook } from './walk/recursive-look.ts';

export interface OwnershipPorts {
  /** A resolver for one look, which ends after so many milliseconds whatever DNS does. */
  resolveWithin: (budgetMs: number) => Resolve;
  servers: Pick<ServerStore, 'ownerOfLabel'>;
  baseTarget: string;
  serviceSecret: ServiceSecret;
}

export type LookAtOwnership = (organizationId: string, hostname: string, now: Date) => Promise<OwnershipObservation>;

/** The caller waits for it, at most 3 s in all: 2.8 s for DNS, and the read of whose label it is. */
const DNS_BUDGET_MS = 2_800;

/** Looks at CNAME and TXT at once. What is not answered in time proves nothing. */
export function looksAtOwnership({ resolveWithin, servers, baseTarget, serviceSecret }: OwnershipPorts): LookAtOwnership {
  return async (organizationId, hostname, now) => {
    const resolve = resolveWithin(DNS_BUDGET_MS);
    const [leadsTo, { proof }] = await Promise.all([
      destinationOf(hostname, resolve, { servers, baseTarget }, now),
      lookForProof(resolve, { organizationId, hostname, serviceSecret }, now),
    ]);
    const passesOwnLabel = leadsTo.kind === 'organization' && leadsTo.organizationId === organizationId;
    return { isProven: passesOwnLabel || proof === 'shown', leadsTo };
  };
}

/** Where the CNAME leads. The bare base target says nothing about whose the hostname is. */
async function destinationOf(
  hostname: string,
  resolve: Resolve,
  { servers, baseTarget }: Pick<OwnershipPorts, 'servers' | 'baseTarget'>,
  now: Date,
): Promise<OwnershipObservation['leadsTo']> {
  const { chain } = await followChain(recursiveLook(resolve), hostname, (name) => isAtOrBelow(name, baseTarget), now);
  if (chain.end === 'unknown' || tipOf(chain) === baseTarget) return { kind: 'unknown' };
  if (chain.end !== 'arrived') return { kind: 'elsewhere' };
  const label = labelOf(tipOf(chain), baseTarget);
  const owner = label === undefined ? undefined : await servers.ownerOfLabel(label);
  return owner ? { kind: 'organization', organizationId: owner.organizationId } : { kind: 'elsewhere' };
}
