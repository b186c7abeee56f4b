import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { Diagnosis } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { type Unmatched, unmatchedError, unmatchedFinding } from './dns-transition.ts';
import type { DnsObservation } from './observation.ts';
import { type Changed, written } from './request.ts';
import { sameFinding, withCnameFound } from './transition.ts';

// What a look at the CNAME of a domain with a certificate tells, whoever made it: somebody who asked, or the scan.

export type Absent = Exclude<Unmatched, { kind: 'dns-unknown' }>;
export type Found = Extract<DnsObservation, { kind: 'cname-matched' }>;

type WatchTimings = Pick<Timings, 'watchDaySeconds'>;

/** A name whose CNAME is gone is one that was looked for so often, over a day, and never found: name servers disagree, zones are edited. */
const ABSENT_UNTIL_GONE = 6;

/** With one more look that did not find the CNAME. More than matter are not counted, so that a look like the last is not written. */
export function withAnotherAbsence<D extends Domain>(domain: D, now: Date): D {
  if (domain.dnsStatus === 'error' && domain.dnsAway) return domain;
  const { since = now.toISOString(), absent = 0 } = domain.dnsAway ?? {};
  return { ...domain, dnsAway: { since, absent: Math.min(absent + 1, ABSENT_UNTIL_GONE) } };
}

/** Whether the CNAME is gone beyond doubt: it was missed for a day, at enough looks, and found at none. */
export function isGone({ dnsAway, dnsStatus }: Domain, now: Date, { watchDaySeconds }: WatchTimings): boolean {
  if (dnsStatus === 'error') return true;
  if (dnsAway === undefined || dnsAway.absent < ABSENT_UNTIL_GONE) return false;
  return addSeconds(new Date(dnsAway.since), watchDaySeconds) <= now.toISOString();
}

/** The CNAME of an active domain is gone. Undefined: that is known, and just as it was. */
export function cnameGone(domain: DomainIn<'active'>, observation: Absent, now: Date): Changed | undefined {
  const unmatched = unmatchedFinding(observation);
  const finding = domain.renewalPausedAt === undefined ? unmatched : { ...unmatched, reason: 'renewal_paused' as const };
  const wasGone = domain.dnsStatus === 'error';
  if (wasGone && sameFinding(domain.diagnosis, finding)) return undefined;
  const before = { diagnosis: domain.diagnosis, ...(domain.error && { error: domain.error }) };
  const beforeDnsError = wasGone ? domain.beforeDnsError : before;
  const gone: Domain = {
    ...domain,
    dnsStatus: 'error',
    error: unmatchedError(domain, observation),
    diagnosis: { ...finding, evidence: observation.evidence, checkedAt: now.toISOString() },
    ...(beforeDnsError && { beforeDnsError }),
  };
  return written(gone, 'domain.dns_changed', wasGone ? [] : ['domain.dns_changed'], now);
}

/** The CNAME of an active domain is back: what was said before is said again. */
export function cnameRestored(domain: DomainIn<'active'>, observation: Found, now: Date): Changed {
  const { error: _, beforeDnsError = { diagnosis: { code: 'ok', evidence: [] } }, ...rest } = withCnameFound(domain);
  const restored: Domain = { ...rest, ...beforeDnsError, dnsStatus: 'validated' };
  const diagnosis = withDnsEvidence(restored.diagnosis, observation, now);
  return written({ ...restored, diagnosis }, 'domain.dns_restored', ['domain.dns_restored'], now);
}

/** What this look was answered takes the place of what earlier looks at DNS were. */
export function withDnsEvidence(diagnosis: Diagnosis, { evidence }: DnsObservation, now: Date): Diagnosis {
  const others = diagnosis.evidence.filter(({ kind }) => kind !== 'dns');
  return { ...diagnosis, evidence: [...others, ...evidence], checkedAt: now.toISOString() };
}
