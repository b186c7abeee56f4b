import { isAtOrBelow, nameToQuery } from '../../contract/domain-name.ts';
import { type OwnershipObservation, proofName, proofValues } from '../model/domains/claim.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { followChain, labelOf, lastNameOf } from './cname-chain.ts';
import { dnsEvidence } from './dns-evidence.ts';
import { recursiveReader } from './walk/dns-reader.ts';
import { recursiveAnswer } from './walk/server-answer.ts';

/** The TXT record by which an organization proves a hostname. */
export interface Proof {
  organizationId: string;
  hostname: string;
  serviceSecret: ServiceSecret;
}

/** Checks whether DNS shows the proof. No usable answer is `unknown`. */
export async function lookForProof(
  resolve: Resolve,
  { organizationId, hostname, serviceSecret }: Proof,
  now: Date,
): Promise<{ proof: 'shown' | 'absent' | 'unknown'; evidence: Evidence }> {
  const name = proofName(hostname);
  const answer = await resolve(name, 'TXT');
  const evidence = dnsEvidence(name, recursiveAnswer('TXT', answer), now);
  if (answer.kind === 'failure') return { proof: 'unknown', evidence };
  const values = proofValues(organizationId, hostname, serviceSecret);
  const isShown = answer.records.some(({ type, value }) => type === 'TXT' && values.includes(value));
  return { proof: isShown ? 'shown' : 'absent', evidence };
}

export interface OwnershipPorts {
  /** A resolver for one check. It ends after this many milliseconds, whatever DNS does. */
  resolveWithin: (budgetMs: number) => Resolve;
  servers: Pick<ServerStore, 'ownerOfLabel'>;
  baseTarget: string;
  serviceSecret: ServiceSecret;
}

export type LookAtOwnership = (organizationId: string, hostname: string, now: Date) => Promise<OwnershipObservation>;

/** The caller waits at most 3 s in all: 2.8 s for DNS, the rest to read the label's owner. */
const DNS_BUDGET_MS = 2_800;

/** Queries CNAME and TXT in parallel. An answer that is late proves nothing. */
export function ownershipChecker({ resolveWithin, servers, baseTarget, serviceSecret }: OwnershipPorts): LookAtOwnership {
  return async (organizationId, hostname, now) => {
    const resolve = resolveWithin(DNS_BUDGET_MS);
    const [leadsTo, { proof }] = await Promise.all([
      destinationOf(nameToQuery(hostname, now), resolve, { servers, baseTarget }, now),
      lookForProof(resolve, { organizationId, hostname, serviceSecret }, now),
    ]);
    const passesOwnLabel = leadsTo.kind === 'organization' && leadsTo.organizationId === organizationId;
    const isRecordShown = proof === 'shown';
    return { isProven: passesOwnLabel || isRecordShown, isRecordShown, leadsTo };
  };
}

/** The server that the CNAME points to. The bare base target does not show whose the hostname is. */
async function destinationOf(
  hostname: string,
  resolve: Resolve,
  { servers, baseTarget }: Pick<OwnershipPorts, 'servers' | 'baseTarget'>,
  now: Date,
): Promise<OwnershipObservation['leadsTo']> {
  const { chain } = await followChain(recursiveReader(resolve), hostname, (name) => isAtOrBelow(name, baseTarget), now);
  if (chain.end === 'unknown' || lastNameOf(chain) === baseTarget) return { kind: 'unknown' };
  if (chain.end !== 'arrived') return { kind: 'elsewhere' };
  const label = labelOf(lastNameOf(chain), baseTarget);
  const owner = label === undefined ? undefined : await servers.ownerOfLabel(label);
  return owner ? { kind: 'organization', organizationId: owner.organizationId } : { kind: 'elsewhere' };
}
