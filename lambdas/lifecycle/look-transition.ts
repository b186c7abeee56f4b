import { isDeepStrictEqual } from 'node:util';
import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import { withConditions } from '../model/domains/diagnosis/conditions.ts';
import { withEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isAwaitedAtRest, isWatchedAtRest } from '../model/domains/scan-time.ts';
import { omit } from '../shared/rows/omit.ts';
import { told } from './certificate-failure.ts';
import { withDnsHosting } from './dns-hosting.ts';
import { unmatchedError, unmatchedFinding } from './dns-transition.ts';
import { decideOnLateLook } from './late-look.ts';
import { type Looked, withServiceObserved } from './look-at-service.ts';
import type { LookObservation } from './observation.ts';
import { observe, type Seen } from './observe.ts';
import { isLeftAlone, nextHour } from './pace/watch-pace.ts';
import type { Changed } from './request.ts';
import { withCnameFound } from './transition.ts';

/** `isSaidAtOnce`: an integrator has asked, and reads what this one look has found. */
interface Certainty {
  isSaidAtOnce?: boolean;
}

/**
 * What a look makes of a domain that rests. With a certificate: nothing where all is well and was before; what is wrong is looked at
 * again every hour, and said once it is sure. Without: late-look.ts. Whatever step is at work decides by itself. Undefined: nothing is to
 * be written.
 */
export function decideOnLook(
  domain: Domain,
  seen: LookObservation,
  now: Date,
  timings: Timings,
  said: Certainty = {},
): Changed | undefined {
  if (isAwaitedAtRest(domain)) return decideOnLateLook(domain, seen.dns, now, timings);
  if (!isWatchedAtRest(domain)) return undefined;
  const dns = decideOnCname(domain, seen, now, timings, said);
  const looked = dns.domain.phase === 'active' ? withServiceObserved(dns.domain, dns, domain, seen, now, timings) : dns;
  const decided = withNextLook(looked.domain, now, timings);
  if (isDeepStrictEqual(decided, domain)) return undefined;
  const next = withDnsHosting(decided, seen.dns);
  const { timeline, events } = looked;
  if (timeline === undefined)
    return { kind: 'changed', domain: next, timeline: 'domain.suspected', events, startExecution: false, isQuiet: true };
  return { kind: 'changed', domain: { ...next, updatedAt: now.toISOString() }, timeline, events, startExecution: false };
}

function decideOnCname(
  domain: Domain,
  { dns }: LookObservation,
  now: Date,
  timings: Timings,
  { isSaidAtOnce = false }: Certainty,
): Looked {
  const cname = observe('cname', domain.conditions.cname, cnameSeen(domain, dns), { now, timings, isSaidAtOnce });
  if (cname === undefined) return found(domain, dns, now);
  const next = withConditions(domain, { cname });
  return cname.isSuspected ? { domain: next, events: [] } : gone(domain, withRenewalPaused(next, now, timings));
}

/** An answer that cannot be used counts neither way. */
function cnameSeen(domain: Domain, dns: LookObservation['dns']): Seen {
  switch (dns.kind) {
    case 'dns-unknown':
      return 'unknown';
    case 'cname-matched':
      return 'well';
    case 'cname-missing':
    case 'cname-elsewhere':
      return { found: { ...unmatchedFinding(dns), evidence: dns.evidence }, error: unmatchedError(domain, dns) };
  }
}

function found(domain: Domain, dns: LookObservation['dns'], now: Date): Looked {
  if (domain.dnsStatus !== 'error') return { domain: dns.kind === 'cname-matched' ? withCnameFound(domain) : domain, events: [] };
  if (dns.kind !== 'cname-matched') return { domain, events: [] };
  const restored = withEvidence<Domain>({ ...withCnameFound(domain), dnsStatus: 'validated' }, 'dns', dns.evidence, now);
  // After its end the renewal has waited for this alone.
  const next = domain.phase === 'active' ? restored : { ...restored, renewAt: now.toISOString() };
  return { domain: next, timeline: 'domain.dns_restored', events: ['domain.dns_restored'] };
}

/** What an expired certificate needs is said already: that its name is away comes on top. */
function gone(before: Domain, domain: Domain): Looked {
  const wasGone = before.dnsStatus === 'error';
  const next: Domain = { ...domain, dnsStatus: 'error' };
  const { cname } = next.conditions;
  const isPaused = cname?.renewalPausedAt !== before.conditions.cname?.renewalPausedAt;
  const isNews = !wasGone || (next.phase === 'active' && cname !== before.conditions.cname);
  const events: EventName[] = wasGone ? [] : ['domain.dns_changed'];
  if (isPaused) return withPauseTold({ domain: next, events });
  return { domain: next, events, ...(isNews && { timeline: 'domain.dns_changed' }) };
}

function withRenewalPaused(domain: Domain, now: Date, timings: Timings): Domain {
  const { cname } = domain.conditions;
  if (!cname || cname.renewalPausedAt !== undefined || !isLeftAlone(cname.since, now, timings)) return domain;
  const { found } = cname;
  const at = now.toISOString();
  return withConditions(domain, { cname: { ...cname, found: { ...found, checkedAt: at }, renewalPausedAt: at } });
}

function withPauseTold({ domain, events }: Looked): Looked {
  const { causes: toldRisks, isNews } = told(domain.toldRisks, 'renewal_paused');
  const isAtRisk = isNews && domain.sslStatus === 'active';
  return {
    domain: { ...domain, toldRisks },
    timeline: 'certificate.renewal_paused',
    events: [...events, ...(isAtRisk ? (['certificate.at_risk'] as const) : [])],
  };
}

/** Hourly while something has been wrong for less than a week; then the daily visit is enough. */
function withNextLook(domain: Domain, now: Date, timings: Timings): Domain {
  const { cname, served, renewal } = domain.conditions;
  const since = [cname, served, renewal]
    .flatMap((condition) => condition?.since ?? [])
    .toSorted()
    .at(-1);
  if (since === undefined || isLeftAlone(since, now, timings)) return omit(domain, 'nextLookAt');
  // One that is planned stays: whoever asks again and again must not put it off.
  const isPlanned = domain.nextLookAt !== undefined && domain.nextLookAt > now.toISOString();
  return isPlanned ? domain : { ...domain, nextLookAt: nextHour(now.toISOString(), timings) };
}
