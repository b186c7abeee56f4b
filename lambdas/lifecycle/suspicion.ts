import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { Said } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain, DomainIn, Suspected, Suspicion } from '../model/domains/domain-row.schema.ts';
import { isDryRunDue } from '../model/domains/scan-time.ts';
import { told } from './certificate-failure.ts';
import { unmatchedError, unmatchedFinding } from './dns-transition.ts';
import { isSeenServed, type LookObservation } from './observation.ts';
import { nextHour } from './pace/watch-pace.ts';
import { sameFinding } from './transition.ts';

/** What a look has made of a domain so far. Without `timeline` it is only remembered. */
export interface Looked {
  domain: Domain;
  timeline?: string;
  events: EventName[];
}

/** What a look says about one thing: all is well, nothing certain, or what is wrong. */
type Finding = 'well' | 'unknown' | { diagnosis: Omit<Suspected['diagnosis'], 'checkedAt'>; error?: Said['error'] };

type Active = DomainIn<'active'>;

/**
 * What is served for an active domain, and whether its next renewal would succeed. Trouble is suspected at a first look and sure at a
 * second: then it is said in place of what was said before, and the holder is told that the certificate is at risk, once for each cause.
 */
export function suspecting(domain: Active, dns: Looked, seen: LookObservation, now: Date, timings: Timings): Looked {
  const { suspicion: { beneath, ...before } = {}, ...rest } = domain;
  const served = suspected(before.served, servedFinding(seen), now, timings);
  const renewal = suspected(before.renewal, renewalFinding(domain, seen, now), now, timings);
  const top = [served, renewal].find((trouble) => trouble?.isConfirmed);
  const own = stillTrue(beneath ?? saidOf(domain), seen);
  const next: Suspicion = { ...(served && { served }), ...(renewal && { renewal }), ...(top && { beneath: own }) };
  const said = saying(rest, top ? on(own, top) : own);
  const after = { ...said, ...(Object.keys(next).length > 0 && { suspicion: next }) };
  // That its CNAME is gone says enough until it is back.
  if (dns.domain.dnsStatus === 'error') return { ...dns, domain: after };
  return toldOf({ ...dns, domain: after }, domain, top, top !== undefined && top === served);
}

/** One transaction has one entry in the timeline: the CNAME's comes first. */
function toldOf(looked: Looked, before: Active, top: Suspected | undefined, isServed: boolean): Looked {
  const { domain, events } = looked;
  const own = sameFinding(before.diagnosis, domain.diagnosis) ? undefined : timelineOf(before, top, isServed);
  const timeline = looked.timeline ?? own;
  const risk = top && told(domain.toldRisks, causeOf(top));
  return {
    domain: risk?.isNews ? { ...domain, toldRisks: risk.causes } : domain,
    ...(timeline !== undefined && { timeline }),
    events: risk?.isNews ? [...events, 'certificate.at_risk'] : events,
  };
}

function timelineOf(before: Active, top: Suspected | undefined, isServed: boolean): string {
  if (top) return isServed ? 'certificate.not_served' : 'certificate.obstructed';
  return before.diagnosis.code === 'certificate_not_served' ? 'certificate.served' : 'certificate.unobstructed';
}

/** What a customer's server shows says something of the server only where the name leads to it. */
function servedFinding({ dns, served }: LookObservation): Finding {
  if (dns.kind !== 'cname-matched' || served === undefined) return 'unknown';
  switch (served.kind) {
    case 'served':
      return 'well';
    case 'served-unknown':
      return 'unknown';
    case 'not-served': {
      const { kind: _, ...finding } = served;
      return { diagnosis: { code: 'certificate_not_served', ...finding } };
    }
  }
}

function renewalFinding(domain: Active, { dns, dryRun }: LookObservation, now: Date): Finding {
  if (!isDryRunDue(domain, now)) return 'well';
  switch (dns.kind) {
    case 'dns-unknown':
      return 'unknown';
    case 'cname-missing':
    case 'cname-elsewhere':
      return { diagnosis: { ...unmatchedFinding(dns), evidence: dns.evidence }, error: unmatchedError(domain, dns) };
    case 'cname-matched':
      if (dryRun === undefined || dryRun.kind === 'dry-run-unknown') return 'unknown';
      return dryRun.kind === 'dry-run-passed' ? 'well' : { diagnosis: dryRun.diagnosis };
  }
}

/** A first look is no proof, and two at once are one. */
function suspected(before: Suspected | undefined, finding: Finding, now: Date, timings: Timings): Suspected | undefined {
  if (finding === 'unknown') return before;
  if (finding === 'well') return undefined;
  const { since = now.toISOString(), isConfirmed = false } = before ?? {};
  if (before && isConfirmed && sameFinding(before.diagnosis, finding.diagnosis)) return before;
  const { diagnosis, error } = finding;
  const isSure = isConfirmed || nextHour(since, timings) <= now.toISOString();
  return {
    since,
    diagnosis: { ...diagnosis, checkedAt: now.toISOString() },
    ...(error && { error }),
    ...(isSure && { isConfirmed: true }),
  };
}

/** What is said of a domain but for its CNAME being gone. */
function saidOf({ dnsStatus, beforeDnsError, diagnosis, error }: Active): Said {
  if (dnsStatus === 'error') return beforeDnsError ?? { diagnosis: { code: 'ok', evidence: [] } };
  return { diagnosis, ...(error && { error }) };
}

function saying(domain: Active, said: Said): Active {
  if (domain.dnsStatus === 'error') return { ...domain, beforeDnsError: said };
  const { error: _, ...rest } = domain;
  return { ...rest, ...said };
}

/** Trouble hides what was said before, but not the error that a failed renewal has left. */
function on({ error: before }: Said, { diagnosis, error = before }: Suspected): Said {
  return { diagnosis, ...(error && { error }) };
}

/**
 * What is true of it still. That nobody but the agent has seen the certificate is not, once we have. Trouble without an error was that of
 * a suspicion, which has ended with a step that was at work in between.
 */
function stillTrue(said: Said, seen: LookObservation): Said {
  const { code } = said.diagnosis;
  const isTrue = code === 'certificate_not_served' ? !isSeenServed(seen) : code === 'ok' || said.error !== undefined;
  return isTrue ? said : { ...said, diagnosis: { code: 'ok', evidence: [] } };
}

/** As steps name the causes that they tell. */
function causeOf({ diagnosis: { code, reason } }: Suspected): string {
  return code === 'certificate_not_served' && reason ? `${code} ${reason}` : code;
}
