import { isDeepStrictEqual } from 'node:util';
import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import { foundNow, sameFinding, withConditions } from '../model/domains/diagnosis/conditions.ts';
import { diagnosisOf, withEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { isAwaitedAtRest, isWatchedAtRest, withServed } from '../model/domains/renewal-time.ts';
import { omit } from '../shared/rows/omit.ts';
import { withNotified } from './certificate-failure.ts';
import { unmatchedError, unmatchedFinding, validated, withDnsHosting } from './dns-transition.ts';
import type { DnsObservation, LookObservation } from './observation.ts';
import { type Looked, observe, type Seen, withServiceObserved } from './observe.ts';
import { isLeftAlone, nextHour, nextLateLook } from './pace.ts';
import { begun, type Changed, inNextAttempt, type Requested, written } from './request.ts';
import { withCnameFound } from './transition.ts';

// What a look tells of a domain whose CNAME was not there in time, whoever made it: somebody who asked, or the scan.

/**
 * A look of the scan. It goes on with the domain, or plans the next look: in the row, beside what the lists show, so that one that finds
 * nothing new costs the row and its place in the due index. No usable answer is nothing new.
 */
function decideOnLateLook(domain: DomainIn<'failed'>, observation: DnsObservation, now: Date, timings: Timings): Changed {
  const checked: Requested =
    observation.kind === 'dns-unknown'
      ? shownOnly(domain, observation, now)
      : checkedAfterTimeout(domain, observation, now, timings);
  if (checked.kind !== 'changed')
    return { ...written(domain, 'domain.awaited', [], now), domain: withLateLook(domain, now, timings), isQuiet: true };
  const seen = withDnsHosting(checked.domain, observation);
  return { ...checked, domain: checked.startExecution ? seen : withLateLook(seen, now, timings) };
}

function withLateLook(domain: Domain, now: Date, timings: Timings): Domain {
  const rest = omit(domain, 'nextLookAt');
  const next = nextLateLook(diagnosisOf(domain).error?.details.timed_out_at ?? domain.dnsStartedAt, now, timings);
  const lastCheck = { at: now.toISOString(), nextAt: next ?? now.toISOString() };
  return { ...rest, lastCheck, ...(next !== undefined && { nextLookAt: next }) };
}

/** A CNAME that is found after the end of its window resumes the domain without a retry. */
export function checkedAfterTimeout(
  domain: DomainIn<'failed' | 'retiring'>,
  observation: DnsObservation,
  now: Date,
  timings: Timings,
): Requested {
  if (observation.kind === 'cname-matched') {
    const resumed = inNextAttempt(domain);
    const event: EventName = domain.served ? 'domain.dns_restored' : 'domain.validated';
    return begun(validated(resumed, observation.evidence, now), { timeline: 'domain.validated', events: [event] }, now, timings);
  }
  const { failure } = domain.conditions;
  const found = { ...unmatchedFinding(observation), code: diagnosisOf(domain).diagnosis.code, evidence: observation.evidence };
  if (failure === undefined || sameFinding(failure.found, found)) return shownOnly(domain, observation, now);
  const next = withConditions(domain, { failure: foundNow(failure, found, now, failure.error) });
  return written(next, 'dns.checked', [], now);
}

/** To be shown only. */
export function shownOnly(domain: Domain, observation: DnsObservation, now: Date): Requested {
  return { kind: 'unchanged', domain: withEvidence(domain, 'dns', observation.evidence, now) };
}

/** `isSaidAtOnce`: an integrator has asked, and reads what this one look has found. */
interface Certainty {
  isSaidAtOnce?: boolean;
}

/**
 * What a look makes of a domain that rests. With a certificate: nothing where all is well and was before; what is wrong is looked at
 * again every hour, and said once it is sure. Without: `lateLook`. Whatever step is at work decides by itself. Undefined: nothing is to
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
  const next = domain.phase === 'active' ? restored : withServed(restored, { renewAt: now.toISOString() });
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
  if (isPaused) return withPauseNotified({ domain: next, events });
  return { domain: next, events, ...(isNews && { timeline: 'domain.dns_changed' }) };
}

function withRenewalPaused(domain: Domain, now: Date, timings: Timings): Domain {
  const { cname } = domain.conditions;
  if (!cname || cname.renewalPausedAt !== undefined || !isLeftAlone(cname.since, now, timings)) return domain;
  const { found } = cname;
  const at = now.toISOString();
  return withConditions(domain, { cname: { ...cname, found: { ...found, checkedAt: at }, renewalPausedAt: at } });
}

function withPauseNotified({ domain, events }: Looked): Looked {
  const { domain: next, isNews } = withNotified(domain, 'risks', 'renewal_paused');
  const isAtRisk = isNews && domain.sslStatus === 'active';
  return {
    domain: next,
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
