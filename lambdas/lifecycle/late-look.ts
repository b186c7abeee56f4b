import type { EventName } from '../../contract/api/events.ts';
import type { Timings } from '../../contract/stack/timings.schema.ts';
import { foundNow, sameFinding, withConditions } from '../model/domains/diagnosis/conditions.ts';
import { diagnosisOf, withEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { omit } from '../shared/rows/omit.ts';
import { withDnsHosting } from './dns-hosting.ts';
import { unmatchedFinding, validated } from './dns-transition.ts';
import type { DnsObservation } from './observation.ts';
import { nextLateLook } from './pace/watch-pace.ts';
import { begun, type Changed, inNextAttempt, type Requested, written } from './request.ts';

// What a look tells of a domain whose CNAME was not there in time, whoever made it: somebody who asked, or the scan.

/**
 * A look of the scan. It goes on with the domain, or plans the next look: in the row, beside what the lists show, so that one that finds
 * nothing new costs the row and its place in the due index. No usable answer is nothing new.
 */
export function decideOnLateLook(domain: DomainIn<'failed'>, observation: DnsObservation, now: Date, timings: Timings): Changed {
  const checked: Requested =
    observation.kind === 'dns-unknown'
      ? shownOnly(domain, observation, now)
      : checkedAfterTimeout(domain, observation, now, timings);
  if (checked.kind !== 'changed')
    return { ...written(domain, 'domain.awaited', [], now), domain: withNextLook(domain, now, timings), isQuiet: true };
  const seen = withDnsHosting(checked.domain, observation);
  return { ...checked, domain: checked.startExecution ? seen : withNextLook(seen, now, timings) };
}

function withNextLook(domain: Domain, now: Date, timings: Timings): Domain {
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
    const event: EventName = domain.certificate ? 'domain.dns_restored' : 'domain.validated';
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
