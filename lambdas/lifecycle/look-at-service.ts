import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { ObservedCondition } from '../model/domains/diagnosis/condition.schema.ts';
import { sameFinding, withConditions } from '../model/domains/diagnosis/conditions.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { isDryRunDue } from '../model/domains/scan-time.ts';
import { told } from './certificate-failure.ts';
import { unmatchedError, unmatchedFinding } from './dns-transition.ts';
import { isSeenServed, type LookObservation } from './observation.ts';
import { observe, type Seen } from './observe.ts';

type Active = DomainIn<'active'>;

/** What a look has made of a domain so far. Without `timeline` it is only remembered. */
export interface Looked {
  domain: Domain;
  timeline?: string;
  events: EventName[];
}

/** What is served for an active domain, and whether its next renewal would succeed. The holder is told that the certificate is at risk, once for each cause. */
export function withServiceObserved(
  domain: Active,
  dns: Looked,
  before: Domain,
  seen: LookObservation,
  now: Date,
  timings: Timings,
): Looked {
  const { served, renewal, unseen } = domain.conditions;
  const look = { now, timings };
  const conditions = {
    served: observe('served', served, servedSeen(seen), look),
    renewal: observe('renewal', renewal, renewalSeen(domain, seen, now), look),
    unseen: isSeenServed(seen) ? undefined : unseen,
  };
  const next = withConditions(domain, conditions);
  // That its CNAME is gone says enough until it is back.
  if (next.dnsStatus === 'error') return { ...dns, domain: next };
  return withRiskTold({ ...dns, domain: next }, before, next);
}

/** One transaction has one entry in the timeline: the CNAME's comes first. */
function withRiskTold(looked: Looked, before: Domain, { conditions }: Active): Looked {
  const { domain, events } = looked;
  const top = [conditions.served, conditions.renewal].find((condition) => condition && !condition.isSuspected);
  const [was, is] = [diagnosisOf(before).diagnosis, diagnosisOf(domain).diagnosis];
  const own = sameFinding(was, is) ? undefined : timelineOf(was.code, top, top === conditions.served);
  const timeline = looked.timeline ?? own;
  const risk = top && told(domain.toldRisks, causeOf(top));
  return {
    domain: risk?.isNews ? { ...domain, toldRisks: risk.causes } : domain,
    ...(timeline !== undefined && { timeline }),
    events: risk?.isNews ? [...events, 'certificate.at_risk'] : events,
  };
}

function timelineOf(before: string, top: ObservedCondition | undefined, isServed: boolean): string {
  if (top) return isServed ? 'certificate.not_served' : 'certificate.obstructed';
  return before === 'certificate_not_served' ? 'certificate.served' : 'certificate.unobstructed';
}

/** What a customer's server shows says something of the server only where the name leads to it. */
function servedSeen({ dns, served }: LookObservation): Seen {
  if (dns.kind !== 'cname-matched' || served === undefined) return 'unknown';
  switch (served.kind) {
    case 'served':
      return 'well';
    case 'served-unknown':
      return 'unknown';
    case 'not-served': {
      const { kind: _, ...finding } = served;
      return { found: { code: 'certificate_not_served', ...finding } };
    }
  }
}

function renewalSeen(domain: Active, { dns, dryRun }: LookObservation, now: Date): Seen {
  if (!isDryRunDue(domain, now)) return 'well';
  switch (dns.kind) {
    case 'dns-unknown':
      return 'unknown';
    case 'cname-missing':
    case 'cname-elsewhere':
      return { found: { ...unmatchedFinding(dns), evidence: dns.evidence }, error: unmatchedError(domain, dns) };
    case 'cname-matched':
      if (dryRun === undefined || dryRun.kind === 'dry-run-unknown') return 'unknown';
      return dryRun.kind === 'dry-run-passed' ? 'well' : { found: dryRun.diagnosis };
  }
}

/** As steps name the causes that they tell. */
function causeOf({ found: { code, reason } }: ObservedCondition): string {
  return code === 'certificate_not_served' && reason ? `${code} ${reason}` : code;
}
