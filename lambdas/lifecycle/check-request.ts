import type { Diagnosis, Domain, DomainIn } from '../domains/domain-row.schema.ts';
import type { EventName } from '../shared/contract/events.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { decideOnDns, unmatchedError, unmatchedVerdict, validated } from './dns-transition.ts';
import type { DnsObservation } from './observation.ts';
import { begun, type Changed, inNextAttempt, type Requested } from './requested.ts';
import { type DiagnosisVerdict, sameVerdict } from './same-verdict.ts';

/**
 * What a look at DNS that somebody asked for makes of a domain. A look that tells nothing new is shown and not written; what a
 * step is at work on is left to it.
 */
export function checkRequested(domain: Domain, seen: DnsObservation, now: Date, timings: Timings): Requested {
  switch (domain.phase) {
    case 'awaiting-dns':
      return checkedWhileAwaited(domain, seen, now, timings);
    case 'failed':
      return domain.dnsStatus === 'error' && !domain.claimLost
        ? checkedAfterTimeout(domain, seen, now, timings)
        : lookedAt(domain, seen, now);
    case 'active':
      return checkedWhileActive(domain, seen, now);
    case 'moving':
      return checkedWhileMoving(domain, seen, now, timings);
    case 'preparing':
    case 'ordering':
    case 'authorizing':
    case 'validating':
    case 'finalizing':
    case 'downloading':
    case 'installing':
    case 'retiring':
    case 'removing':
      return lookedAt(domain, seen, now);
  }
}

/** A verdict that ends the wait needs a new attempt: the execution of the present one may sleep for another interval. */
function checkedWhileAwaited(domain: DomainIn<'awaiting-dns'>, seen: DnsObservation, now: Date, timings: Timings): Requested {
  const decided = decideOnDns(inNextAttempt(domain), seen, now, timings);
  if (!decided.changed) return lookedAt(domain, seen, now);
  const { timeline, events } = decided;
  if (decided.domain.phase !== 'awaiting-dns') return begun(decided.domain, { timeline, events }, now, timings);
  const { nextCheckAt: _, ...diagnosis } = decided.domain.diagnosis;
  const nextCheckAt = domain.notBefore ?? domain.diagnosis.nextCheckAt;
  return written(
    { ...decided.domain, attempt: domain.attempt, diagnosis: { ...diagnosis, ...(nextCheckAt && { nextCheckAt }) } },
    timeline,
    events,
    now,
  );
}

/** A CNAME that is found after the end of its window resumes the domain without a retry. */
function checkedAfterTimeout(domain: DomainIn<'failed'>, seen: DnsObservation, now: Date, timings: Timings): Requested {
  if (seen.kind === 'cname-matched') {
    const resumed = inNextAttempt(domain);
    const event: EventName = domain.certificate ? 'domain.dns_restored' : 'domain.validated';
    return begun(validated(resumed, seen.evidence, now), { timeline: 'domain.validated', events: [event] }, now, timings);
  }
  const verdict: DiagnosisVerdict = { ...unmatchedVerdict(seen), code: domain.diagnosis.code };
  if (sameVerdict(domain.diagnosis, verdict)) return lookedAt(domain, seen, now);
  return written({ ...domain, diagnosis: diagnosisOf(verdict, seen, now) }, 'dns.checked', [], now);
}

/** DNS without a usable answer is no proof that the name is gone. */
function checkedWhileActive(domain: DomainIn<'active'>, seen: DnsObservation, now: Date): Requested {
  switch (seen.kind) {
    case 'dns-unknown':
      return lookedAt(domain, seen, now);
    case 'cname-matched': {
      if (domain.dnsStatus !== 'error') return lookedAt(domain, seen, now);
      const { error: _, ...rest } = domain;
      const restored: Domain = { ...rest, dnsStatus: 'validated', diagnosis: diagnosisOf({ code: 'ok' }, seen, now) };
      return written(restored, 'domain.dns_restored', ['domain.dns_restored'], now);
    }
    case 'cname-missing':
    case 'cname-elsewhere': {
      const verdict = unmatchedVerdict(seen);
      const wasGone = domain.dnsStatus === 'error';
      if (wasGone && sameVerdict(domain.diagnosis, verdict)) return lookedAt(domain, seen, now);
      const diagnosis = diagnosisOf(verdict, seen, now);
      const gone: Domain = { ...domain, dnsStatus: 'error', error: unmatchedError(domain, seen), diagnosis };
      return written(gone, 'domain.dns_changed', wasGone ? [] : ['domain.dns_changed'], now);
    }
  }
}

/** A move that is looked at now and then only is looked at now: which label the CNAME passes is for its own step to tell. */
function checkedWhileMoving(domain: DomainIn<'moving'>, seen: DnsObservation, now: Date, timings: Timings): Requested {
  if (domain.resumeAt === undefined) return lookedAt(domain, seen, now);
  return begun(inNextAttempt(domain), { timeline: 'lifecycle.resumed', events: [] }, now, timings);
}

/** To be shown only: what this look was answered takes the place of what earlier looks at DNS were. */
function lookedAt(domain: Domain, seen: DnsObservation, now: Date): Requested {
  const others = domain.diagnosis.evidence.filter(({ kind }) => kind !== 'dns');
  const diagnosis = { ...domain.diagnosis, evidence: [...others, ...seen.evidence], checkedAt: now.toISOString() };
  return { kind: 'unchanged', domain: { ...domain, diagnosis } };
}

function diagnosisOf(verdict: DiagnosisVerdict, { evidence }: DnsObservation, now: Date): Diagnosis {
  return { ...verdict, evidence, checkedAt: now.toISOString() };
}

function written(domain: Domain, timeline: string, events: EventName[], now: Date): Changed {
  return { kind: 'changed', domain: { ...domain, updatedAt: now.toISOString() }, timeline, events, startExecution: false };
}
