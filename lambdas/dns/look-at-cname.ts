import type { DnsObservation } from '../lifecycle/observation.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { Evidence } from '../model/domains/evidence.schema.ts';
import { clean } from '../model/domains/evidence.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { DiagnosisReason } from '../shared/contract/error-codes.ts';
import type { Resolve } from '../shared/net/dns-answer.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { type CnameChain, followChain, isUnderTarget, labelOf, tipOf } from './cname-chain.ts';
import { failureReason } from './dns-evidence.ts';
import { lookForProof } from './look-for-proof.ts';
import { mistakeIn } from './mistaken-target.ts';

export interface CnamePorts {
  resolve: Resolve;
  servers: Pick<ServerStore, 'ownerOfLabel'>;
  /** Under which every server's label lies. */
  baseTarget: string;
  /** Makes the TXT proof, with which the bare base target matches too. Absent: that target never does. */
  serviceSecret?: ServiceSecret;
}
type ExpectedCname = Pick<Domain, 'url' | 'cnameTarget' | 'organizationId'>;

/**
 * Whether the hostname's CNAME chain passes a label of the domain's own organization. Any other name under the base
 * target is "elsewhere" without a word about whose it is: a shared target would hand a stranger every name pointing here.
 */
export async function lookAtCname(ports: CnamePorts, domain: ExpectedCname, now: Date): Promise<DnsObservation> {
  const { url, cnameTarget } = domain;
  const isOurs = (name: string) => name === cnameTarget || isUnderTarget(name, ports.baseTarget);
  const { chain, evidence, lastAnswer } = await followChain(ports.resolve, url, isOurs, now);
  if (chain.end === 'unknown') return { kind: 'dns-unknown', evidence, ...withReason(failureReason(lastAnswer)) };
  const [actual] = chain.targets;
  if (actual === undefined) return { kind: 'cname-missing', evidence };
  const reason = troubleOf(chain) ?? mistakeIn(actual, cnameTarget);
  const ownName = chain.end === 'arrived' ? { ownName: tipOf(chain) } : {};
  const elsewhere: DnsObservation = {
    ...{ kind: 'cname-elsewhere', actualTarget: clean(actual), evidence },
    ...ownName,
    ...withReason(reason),
  };
  if (chain.end !== 'arrived') return elsewhere;
  if (tipOf(chain) === ports.baseTarget) return lookAtProof(ports, domain, elsewhere, now);
  return (await belongsTo(ports, domain, tipOf(chain))) ? { kind: 'cname-matched', evidence } : elsewhere;
}

/** The bare base target says only that the hostname is a customer's of somebody here; whose, the TXT record proves. */
async function lookAtProof(
  { resolve, serviceSecret }: CnamePorts,
  { organizationId, url: hostname }: ExpectedCname,
  elsewhere: DnsObservation,
  now: Date,
): Promise<DnsObservation> {
  if (!serviceSecret) return elsewhere;
  const { proof, evidence: ofProof } = await lookForProof(resolve, { organizationId, hostname, serviceSecret }, now);
  const evidence: Evidence[] = [...elsewhere.evidence, ofProof];
  switch (proof) {
    case 'shown':
      return { kind: 'cname-matched', evidence };
    case 'absent':
      return { ...elsewhere, evidence };
    case 'unknown':
      return { kind: 'dns-unknown', evidence };
  }
}

async function belongsTo(
  { servers, baseTarget }: CnamePorts,
  { cnameTarget, organizationId }: ExpectedCname,
  target: string,
): Promise<boolean> {
  if (target === cnameTarget) return true;
  const label = labelOf(target, baseTarget);
  return label !== undefined && (await servers.ownerOfLabel(label))?.organizationId === organizationId;
}

function troubleOf({ end }: CnameChain): DiagnosisReason | undefined {
  if (end === 'loop') return 'cname_loop';
  return end === 'too-long' ? 'chain_too_long' : undefined;
}

function withReason(reason: DiagnosisReason | undefined): { reason?: DiagnosisReason } {
  return reason === undefined ? {} : { reason };
}
