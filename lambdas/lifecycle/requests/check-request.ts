import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { withEvidence } from '../../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { hasFailed } from '../../model/domains/phase.ts';
import { withDnsHosting } from '../dns-hosting.ts';
import { decideOnDns } from '../dns-transition.ts';
import { checkedAfterTimeout, shownOnly } from '../late-look.ts';
import { decideOnLook } from '../look-transition.ts';
import type { DnsObservation } from '../observation.ts';
import { begun, inNextAttempt, type Requested, written } from '../request.ts';

/** Who has asked for a check: an integrator, with a key, or a visitor of the portal, who may be anybody. */
export type CheckAsker = 'integrator' | 'visitor';

/**
 * What a look at DNS that somebody asked for makes of a domain. A look that tells nothing new is shown and not written; what a
 * step is at work on is left to it.
 */
export function checkRequested(
  domain: Domain,
  observation: DnsObservation,
  asker: CheckAsker,
  now: Date,
  timings: Timings,
): Requested {
  const requested = decideOnCheck(domain, observation, asker, now, timings);
  return requested.kind === 'conflict' ? requested : { ...requested, domain: withDnsHosting(requested.domain, observation) };
}

function decideOnCheck(domain: Domain, observation: DnsObservation, asker: CheckAsker, now: Date, timings: Timings): Requested {
  switch (domain.phase) {
    case 'awaiting-dns':
      return checkedWhileAwaited(domain, observation, now, timings);
    case 'failed':
    case 'retiring':
      return hasFailed(domain) && domain.dnsStatus === 'error' && !domain.claimLost
        ? checkedAfterTimeout(domain, observation, now, timings)
        : shownOnly(domain, observation, now);
    case 'active':
      return checkedWhileActive(domain, observation, asker, now, timings);
    case 'moving':
      return checkedWhileMoving(domain, observation, now, timings);
    case 'preparing':
    case 'ordering':
    case 'authorizing':
    case 'validating':
    case 'finalizing':
    case 'downloading':
    case 'installing':
    case 'revoking':
    case 'removing':
      return shownOnly(domain, observation, now);
  }
}

/** A finding that ends the wait needs a new attempt: the execution of the present one may sleep for another interval. */
function checkedWhileAwaited(
  domain: DomainIn<'awaiting-dns'>,
  observation: DnsObservation,
  now: Date,
  timings: Timings,
): Requested {
  const decided = decideOnDns(inNextAttempt(domain), observation, now, timings);
  if (!decided.changed) return shownOnly(domain, observation, now);
  const { timeline, events, waitSeconds } = decided;
  if (decided.domain.phase !== 'awaiting-dns') return begun(decided.domain, { timeline, events }, now, timings, waitSeconds);
  return written({ ...decided.domain, attempt: domain.attempt }, timeline, events, now);
}

/** The same rule as for a look of the scan. An absent CNAME is said at once to an integrator alone: anybody can open the portal. */
function checkedWhileActive(
  domain: DomainIn<'active'>,
  observation: DnsObservation,
  asker: CheckAsker,
  now: Date,
  timings: Timings,
): Requested {
  const isSaidAtOnce = asker === 'integrator';
  const observed = decideOnLook(domain, { dns: observation }, now, timings, { isSaidAtOnce });
  if (!observed) return shownOnly(domain, observation, now);
  return { ...observed, domain: withEvidence(observed.domain, 'dns', observation.evidence, now) };
}

/** A move that is looked at now and then only is looked at now: which label the CNAME passes is for its own step to tell. */
function checkedWhileMoving(domain: DomainIn<'moving'>, observation: DnsObservation, now: Date, timings: Timings): Requested {
  if (domain.resumeAt === undefined) return shownOnly(domain, observation, now);
  return begun(inNextAttempt(domain), { timeline: 'lifecycle.resumed', events: [] }, now, timings);
}
