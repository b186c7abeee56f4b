import type { Timed } from '../../../contract/stack/timings.schema.ts';
import { isLate } from '../../lifecycle/installation-transition.ts';
import type { DnsObservation, InstallationObservation, Unmatched } from '../../lifecycle/observation.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';

export interface WherePorts {
  lookAtCname: (domain: Domain, now: Date) => Promise<DnsObservation>;
  /** Under which every server's label lies. */
  baseTarget: string;
}

type Unseen = Exclude<InstallationObservation, { kind: 'new-certificate-seen' }>;

/**
 * A check from outside says something of the domain's server only where the CNAME leads to that server. So does what its agent
 * saw on its own machine: where visitors are led elsewhere, they get something else. Not looked up while nothing is said of it.
 */
export async function withDnsSeen(
  domain: DomainIn<'installing'>,
  seen: Unseen,
  { lookAtCname, baseTarget }: WherePorts,
  time: Timed,
): Promise<Unseen> {
  if (!isTold(domain, seen, time)) return seen;
  const dns = await lookAtCname(domain, time.now);
  if (dns.kind === 'cname-matched') return seen;
  const told = isToBlame(dns, seen, baseTarget) && { dns };
  if (seen.kind === 'other-certificate-seen') return { ...seen, ...told };
  const { evidence, serverConnected } = seen;
  return { kind: 'nothing-seen', seenByAgent: false, serverConnected, evidence, ...told };
}

function isTold({ installDeadlineAt }: DomainIn<'installing'>, seen: Unseen, time: Timed): boolean {
  if (seen.kind === 'other-certificate-seen' || isLate(installDeadlineAt, time)) return true;
  return seen.seenByAgent || seen.isRefused === true;
}

/**
 * No answer of DNS is to blame only where the agent has done its part. The bare base target was proven otherwise
 * (look-at-cname.ts), and leads wherever the service's own DNS says.
 */
function isToBlame(dns: Unmatched, seen: Unseen, baseTarget: string): boolean {
  if (dns.kind === 'dns-unknown') return seen.kind === 'nothing-seen' && seen.seenByAgent;
  return dns.kind === 'cname-missing' || dns.ownName !== baseTarget;
}
