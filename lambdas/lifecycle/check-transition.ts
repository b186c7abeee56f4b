import { isDeepStrictEqual } from 'node:util';
import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { sameFinding, toCondition, withConditions } from '../model/domains/diagnosis/conditions.ts';
import { diagnosisOf, reportedConditionType, withEvidence, withMoreEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { AMAZON_CA } from '../model/domains/renewal-time.ts';
import { isWaitingForCnameAtRest, isWatchedAtRest } from '../model/domains/scan-time.ts';
import { omit } from '../shared/rows/omit.ts';
import { withNotified } from './certificate-failure.ts';
import { toValidated, unmatchedError, unmatchedFinding, withDnsHosting, withValidationSeen } from './dns-transition.ts';
import type { DnsObservation, DomainObservation } from './observation.ts';
import { type CheckOutcome, type ConditionFinding, observe, withServiceObserved } from './observe.ts';
import { hourlyChecksEnded, nextHour, nextLateCheck } from './pace.ts';
import { beginRenewal } from './renewal-transition.ts';
import { beginAttempt, type Changed, changeInPlace, type Requested } from './request.ts';
import { withCnameFound, withServed } from './transition.ts';

// The effect of a check on a domain whose CNAME was late, whether a caller or the scan made it.

/**
 * A check by the scan. It resumes the domain or plans the next check. A check without news, or without a usable answer, writes
 * only the row and its entry in the due index.
 */
function decideOnLateCheck(domain: DomainIn<'failed'>, observation: DnsObservation, time: TimedDecision): Changed {
  const checked: Requested =
    observation.kind === 'dns-unknown'
      ? unchangedWithEvidence(domain, observation, time.now)
      : checkAfterTimeout(domain, observation, time);
  if (checked.kind !== 'changed') {
    const next = withLateCheck(withDnsHosting(domain, observation), time);
    return { ...changeInPlace(domain, 'domain.awaited', [], time.now), domain: next, isQuiet: true };
  }
  const seen = withDnsHosting(checked.domain, observation);
  return { ...checked, domain: checked.startExecution ? seen : withLateCheck(seen, time) };
}

function withLateCheck(domain: Domain, time: TimedDecision): Domain {
  const rest = omit(domain, 'nextCheckAt');
  const next = nextLateCheck(diagnosisOf(domain).error?.details.timed_out_at ?? domain.dnsStartedAt, time);
  const lastCheck = { at: time.now.toISOString(), nextAt: next ?? time.now.toISOString() };
  return { ...rest, execution: { ...rest.execution, lastCheck }, ...(next !== undefined && { nextCheckAt: next }) };
}

/** A CNAME that is found after the end of its window resumes the domain without a retry. */
export function checkAfterTimeout(
  domain: DomainIn<'failed' | 'retiring'>,
  observation: DnsObservation,
  time: TimedDecision,
): Requested {
  const isLed = observation.kind === 'cname-matched';
  if (domain.validation ? observation.validation?.kind === 'cname-matched' : isLed) {
    const resumed = toValidated(domain, observation.evidence, time.now);
    // DNS proves it, so it needs no traffic yet.
    if (!isLed) return beginAttempt({ ...resumed, dnsStatus: 'pending' }, { timeline: 'domain.proven', events: [] }, time);
    const event: EventName = domain.served ? 'domain.dns_restored' : 'domain.validated';
    return beginAttempt(resumed, { timeline: 'domain.validated', events: [event] }, time);
  }
  if (isLed) return unchangedWithEvidence(domain, observation, time.now);
  const { failure } = domain.conditions;
  const found = { ...unmatchedFinding(observation), code: diagnosisOf(domain).diagnosis.code, evidence: observation.evidence };
  if (failure === undefined || sameFinding(failure.found, found)) return unchangedWithEvidence(domain, observation, time.now);
  const next = withConditions(domain, { failure: toCondition(failure, found, time.now, failure.error) });
  return changeInPlace(next, 'dns.checked', [], time.now);
}

/** Changes only the answer. Findings at the server keep their time, because DNS alone does not see them again. */
export function unchangedWithEvidence(domain: Domain, observation: DnsObservation, now: Date): Requested {
  return { kind: 'unchanged', domain: wasSeenAtServer(domain) ? domain : withEvidence(domain, 'dns', observation.evidence, now) };
}

function wasSeenAtServer(domain: Domain): boolean {
  const type = reportedConditionType(domain);
  if (type === undefined) return domain.sslStatus === 'active';
  return type === 'served' || type === 'unseen' || type === 'silent';
}

/**
 * Adds this check's evidence and time, if the diagnosis is what the check saw. Undefined: the diagnosis is older and keeps its
 * time.
 */
export function withConfirmingCheck(domain: Domain, seen: DomainObservation, now: Date): Domain | undefined {
  if (!restsOn(domain, seen)) return undefined;
  const { dns, served } = seen;
  const withDns = withEvidence(domain, 'dns', dns.evidence, now);
  return served ? withEvidence(withDns, 'tls', served.evidence, now) : withDns;
}

/** Changes only the answer, for a diagnosis that the check could not confirm. */
export function withCheckEvidence(domain: Domain, { dns, served }: Pick<DomainObservation, 'dns' | 'served'>): Domain {
  return withMoreEvidence(domain, [...dns.evidence, ...(served?.evidence ?? [])]);
}

function restsOn(domain: Domain, { dns, served, machines }: DomainObservation): boolean {
  switch (reportedConditionType(domain)) {
    case 'cname':
      return dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere';
    case 'silent':
      return machines?.kind === 'machines-silent';
    case 'served':
    case 'unseen':
      return dns.kind === 'cname-matched' && served?.kind === 'not-served';
    case undefined:
      return dns.kind === 'cname-matched' && served?.kind === 'served';
    case 'obstacle':
    case 'failure':
    case 'expiry':
    case 'renewal':
      return false;
  }
}

/** `isSaidAtOnce`: an integrator requested the check and reads its single result. */
interface Certainty {
  isSaidAtOnce?: boolean;
}

/**
 * Changes a domain at rest by a check. With a certificate: no change while it is healthy; a problem is checked hourly and
 * reported once it is certain. Without one: `decideOnLateCheck`. A running step decides by itself. Undefined: nothing is written.
 */
export function decideOnObservation(
  domain: Domain,
  seen: DomainObservation,
  time: TimedDecision,
  said: Certainty = {},
): Changed | undefined {
  if (isWaitingForCnameAtRest(domain)) return decideOnLateCheck(domain, seen.dns, time);
  if (!isWatchedAtRest(domain)) return undefined;
  if (isRenewedByAws(domain, seen)) return beginRenewal(domain, 'certificate.renewal_started', time);
  const dns = decideOnCname(withValidationSeen(domain, seen.dns.validation), seen, time, said);
  const outcome =
    dns.domain.phase === 'active' ? withServiceObserved(dns.domain, dns, domain, seen, time, said.isSaidAtOnce) : dns;
  const decided = withNextCheck(outcome.domain, time);
  if (isDeepStrictEqual(decided, domain)) return undefined;
  const next = withDnsHosting(decided, seen.dns);
  const { timeline, events } = outcome;
  if (timeline === undefined)
    return { kind: 'changed', domain: next, timeline: 'domain.suspected', events, startExecution: false, isQuiet: true };
  return { kind: 'changed', domain: { ...next, updatedAt: time.now.toISOString() }, timeline, events, startExecution: false };
}

/**
 * CloudFront renews its own certificates at a time of its choice, so another one that is valid for long is no problem: its facts
 * are read as for any renewal. After a failure, the next attempt has its own time.
 */
function isRenewedByAws({ phase, served }: Domain, seen: DomainObservation): boolean {
  const isOfAmazon = phase === 'active' && served?.certificate.ca === AMAZON_CA && served.renewalFailures === 0;
  const isAnother = seen.served?.kind === 'not-served' && seen.served.reason === 'other_certificate';
  return isOfAmazon && isAnother && seen.dns.kind === 'cname-matched';
}

function decideOnCname(
  domain: Domain,
  { dns }: DomainObservation,
  time: TimedDecision,
  { isSaidAtOnce = false }: Certainty,
): CheckOutcome {
  const type = dns.kind === 'cname-elsewhere' && dns.otherServer ? 'otherServer' : 'cname';
  const cname = observe(type, domain.conditions.cname, cnameSeen(domain, dns), time, isSaidAtOnce);
  if (cname === undefined) return toFound(domain, dns, time.now);
  const next = withConditions(domain, { cname });
  return cname.isSuspected ? { domain: next, events: [] } : toGone(domain, withRenewalPaused(next, time));
}

/** An unusable answer counts neither way. */
function cnameSeen(domain: Domain, dns: DomainObservation['dns']): ConditionFinding {
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

function toFound(domain: Domain, dns: DomainObservation['dns'], now: Date): CheckOutcome {
  if (domain.dnsStatus !== 'error') return { domain: dns.kind === 'cname-matched' ? withCnameFound(domain) : domain, events: [] };
  if (dns.kind !== 'cname-matched') return { domain, events: [] };
  const restored = withEvidence<Domain>({ ...withCnameFound(domain), dnsStatus: 'validated' }, 'dns', dns.evidence, now);
  // The renewal of the expired certificate waited only for this.
  const next = domain.phase === 'active' ? restored : withServed(restored, { renewAt: now.toISOString() });
  return { domain: next, timeline: 'domain.dns_restored', events: ['domain.dns_restored'] };
}

/** Adds the missing CNAME to the diagnosis of an expired certificate. */
function toGone(before: Domain, domain: Domain): CheckOutcome {
  const wasGone = before.dnsStatus === 'error';
  const next: Domain = { ...domain, dnsStatus: 'error' };
  const { cname } = next.conditions;
  const isPaused = cname?.renewalPausedAt !== before.conditions.cname?.renewalPausedAt;
  const isNews = !wasGone || (next.phase === 'active' && cname !== before.conditions.cname);
  const events: EventName[] = wasGone ? [] : ['domain.dns_changed'];
  if (isPaused) return withPauseNotified({ domain: next, events });
  return { domain: next, events, ...(isNews && { timeline: 'domain.dns_changed' }) };
}

/** With DNS validation a domain is renewed wherever its traffic goes. */
function withRenewalPaused(domain: Domain, time: TimedDecision): Domain {
  if (domain.validation) return domain;
  const { cname } = domain.conditions;
  if (!cname || cname.renewalPausedAt !== undefined || !hourlyChecksEnded(cname.since, time)) return domain;
  const { found } = cname;
  const at = time.now.toISOString();
  return withConditions(domain, { cname: { ...cname, found: { ...found, checkedAt: at }, renewalPausedAt: at } });
}

function withPauseNotified({ domain, events }: CheckOutcome): CheckOutcome {
  const { domain: next, isNews } = withNotified(domain, 'risks', 'renewal_paused');
  const isAtRisk = isNews && domain.sslStatus === 'active';
  return {
    domain: next,
    timeline: 'certificate.renewal_paused',
    events: [...events, ...(isAtRisk ? (['certificate.at_risk'] as const) : [])],
  };
}

/** Hourly for the first week of a problem, then with the daily visit. */
function withNextCheck(domain: Domain, time: TimedDecision): Domain {
  const { cname, silent, served, renewal } = domain.conditions;
  const since = [cname, silent, served, renewal]
    .flatMap((condition) => condition?.since ?? [])
    .toSorted()
    .at(-1);
  if (since === undefined || hourlyChecksEnded(since, time)) return omit(domain, 'nextCheckAt');
  // A planned check stays: repeated requests must not postpone it.
  const isPlanned = domain.nextCheckAt !== undefined && domain.nextCheckAt > time.now.toISOString();
  return isPlanned ? domain : { ...domain, nextCheckAt: nextHour(time.now.toISOString(), time.timings) };
}
