import { isDeepStrictEqual } from 'node:util';
import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isAwaitedAtRest, isWatchedAtRest } from '../model/domains/scan-time.ts';
import { told } from './certificate-failure.ts';
import { type Absent, cnameGone, cnameRestored, type Found, isGone, withAnotherAbsence, withDnsEvidence } from './cname-away.ts';
import { withDnsHosting } from './dns-hosting.ts';
import { decideOnLateLook } from './late-look.ts';
import type { LookObservation } from './observation.ts';
import { isLeftAlone, nextHour } from './pace/watch-pace.ts';
import type { Changed } from './request.ts';
import { type Looked, suspecting } from './suspicion.ts';
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
  const looked = dns.domain.phase === 'active' ? suspecting(dns.domain, dns, seen, now, timings) : dns;
  const decided = withNextLook(looked.domain, now, timings);
  if (isDeepStrictEqual(decided, domain)) return undefined;
  const next = withDnsHosting(decided, seen.dns);
  const { timeline, events } = looked;
  if (timeline === undefined)
    return { kind: 'changed', domain: next, timeline: 'domain.suspected', events, startExecution: false, isQuiet: true };
  return { kind: 'changed', domain: { ...next, updatedAt: now.toISOString() }, timeline, events, startExecution: false };
}

/** An answer that cannot be used counts neither way. */
function decideOnCname(
  domain: Domain,
  { dns }: LookObservation,
  now: Date,
  timings: Timings,
  { isSaidAtOnce = false }: Certainty,
): Looked {
  switch (dns.kind) {
    case 'dns-unknown':
      return { domain, events: [] };
    case 'cname-matched':
      return domain.dnsStatus === 'error' ? restored(domain, dns, now) : { domain: withCnameFound(domain), events: [] };
    case 'cname-missing':
    case 'cname-elsewhere':
      return missed(withAnotherAbsence(domain, now), dns, isSaidAtOnce, now, timings);
  }
}

function restored(domain: Domain, found: Found, now: Date): Looked {
  if (domain.phase === 'active') return cnameRestored(domain, found, now);
  // After its end the renewal has waited for this alone.
  const { reason: _, ...diagnosis } = withDnsEvidence(domain.diagnosis, found, now);
  const next: Domain = { ...withCnameFound(domain), dnsStatus: 'validated', diagnosis, renewAt: now.toISOString() };
  return { domain: next, timeline: 'domain.dns_restored', events: ['domain.dns_restored'] };
}

function missed(domain: Domain, absent: Absent, isSaidAtOnce: boolean, now: Date, timings: Timings): Looked {
  if (!isSaidAtOnce && !isGone(domain, now, timings)) return { domain, events: [] };
  const left = renewalPaused(domain, now, timings);
  const gone =
    left.phase === 'active' ? (cnameGone(left, absent, now) ?? { domain: left, events: [] }) : goneAfterEnd(left, absent, now);
  return left === domain ? gone : withPauseTold(gone);
}

/** What an expired certificate needs is said already: that its name is away comes on top. */
function goneAfterEnd(domain: Domain, absent: Absent, now: Date): Looked {
  const wasGone = domain.dnsStatus === 'error';
  const isPaused = domain.renewalPausedAt !== undefined;
  if (wasGone && (!isPaused || domain.diagnosis.reason === 'renewal_paused')) return { domain, events: [] };
  const diagnosis = { ...withDnsEvidence(domain.diagnosis, absent, now), ...(isPaused && { reason: 'renewal_paused' as const }) };
  const events: EventName[] = wasGone ? [] : ['domain.dns_changed'];
  return { domain: { ...domain, dnsStatus: 'error', diagnosis }, timeline: 'domain.dns_changed', events };
}

function renewalPaused(domain: Domain, now: Date, timings: Timings): Domain {
  const { dnsAway, renewalPausedAt } = domain;
  if (renewalPausedAt !== undefined || dnsAway === undefined || !isLeftAlone(dnsAway.since, now, timings)) return domain;
  return { ...domain, renewalPausedAt: now.toISOString() };
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
  const { nextLookAt, ...rest } = domain;
  const { served, renewal } = (domain.phase === 'active' && domain.suspicion) || {};
  const since = [domain.dnsAway?.since, served?.since, renewal?.since]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1);
  if (since === undefined || isLeftAlone(since, now, timings)) return rest;
  // One that is planned stays: whoever asks again and again must not put it off.
  const isPlanned = nextLookAt !== undefined && nextLookAt > now.toISOString();
  return { ...rest, nextLookAt: isPlanned ? nextLookAt : nextHour(now.toISOString(), timings) };
}
