import type { Domain, Evidence } from '../domains/domain-row.schema.ts';
import { clean } from '../domains/evidence.ts';
import type { ServerStore } from '../installation/server.store.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import type { DiagnosisReason } from '../shared/contract/codes.ts';
import type { DnsAnswer, Resolve } from '../shared/net/dns-answer.ts';
import { type CnameChain, chainFrom, followed, tipOf } from './cname-chain.ts';
import { dnsEvidence, failureReason } from './dns-evidence.ts';
import { mistakeIn } from './mistaken-target.ts';

export interface CnamePorts {
  resolve: Resolve;
  servers: Pick<ServerStore, 'ownerOfLabel'>;
  /** Under which every server's label lies. */
  baseTarget: string;
}
type Looked = Pick<Domain, 'url' | 'cnameTarget' | 'organizationId'>;

/**
 * Whether the hostname's CNAME chain passes a label of the domain's own organization. Any other name under the base
 * target is "elsewhere" without a word about whose it is: a shared target would hand a stranger every name pointing here.
 */
export async function lookAtCname(ports: CnamePorts, domain: Looked, now: Date): Promise<DnsObservation> {
  const { chain, evidence, lastAnswer } = await followChain(ports, domain, now);
  if (chain.end === 'arrived' && (await belongsTo(ports, domain, tipOf(chain)))) return { kind: 'cname-matched', evidence };
  if (chain.end === 'unknown') return { kind: 'dns-unknown', evidence, ...withReason(failureReason(lastAnswer)) };
  const [actual] = chain.targets;
  if (actual === undefined) return { kind: 'cname-missing', evidence };
  const reason = troubleOf(chain) ?? mistakeIn(actual, domain.cnameTarget);
  return { kind: 'cname-elsewhere', actualTarget: clean(actual), evidence, ...withReason(reason) };
}

async function followChain({ resolve, baseTarget }: CnamePorts, { url, cnameTarget }: Looked, now: Date) {
  const isOurs = (name: string) => name === cnameTarget || name === baseTarget || name.endsWith(`.${baseTarget}`);
  const evidence: Evidence[] = [];
  let chain = chainFrom(url);
  let lastAnswer: DnsAnswer;
  do {
    const name = tipOf(chain);
    lastAnswer = await resolve(name, 'CNAME');
    evidence.push(dnsEvidence(name, 'CNAME', lastAnswer, now));
    chain = followed(chain, lastAnswer, isOurs);
  } while (chain.end === undefined);
  return { chain, evidence, lastAnswer };
}

async function belongsTo(
  { servers, baseTarget }: CnamePorts,
  { cnameTarget, organizationId }: Looked,
  target: string,
): Promise<boolean> {
  if (target === cnameTarget) return true;
  const label = target.slice(0, -`.${baseTarget}`.length);
  const isOneLabel = /^[a-z0-9]{1,63}$/.test(label);
  return isOneLabel && (await servers.ownerOfLabel(label))?.organizationId === organizationId;
}

function troubleOf({ end }: CnameChain): DiagnosisReason | undefined {
  if (end === 'loop') return 'cname_loop';
  return end === 'too-long' ? 'chain_too_long' : undefined;
}

function withReason(reason: DiagnosisReason | undefined): { reason?: DiagnosisReason } {
  return reason === undefined ? {} : { reason };
}
