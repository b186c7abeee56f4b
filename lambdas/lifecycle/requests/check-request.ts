import type { Timed } from '../../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { hasFailed } from '../../model/domains/phase.ts';
import { checkAfterTimeout, decideOnObservation, shownOnly, withCheckBeside, withCheckSeen } from '../check-transition.ts';
import { decideOnDns, withDnsHosting } from '../dns-transition.ts';
import type { DnsObservation, DomainObservation } from '../observation.ts';
import { beginAttempt, changeInPlace, type Requested } from '../request.ts';

type ActiveDomain = DomainIn<'active'>;
export type ServerObservation = Pick<DomainObservation, 'served' | 'machines'>;

/** Who asked for a check: an integrator with a key, or an anonymous visitor of the portal. */
export type CheckAsker = 'integrator' | 'visitor';

/**
 * What a requested check changes in a domain. A check without news is shown and not written; a step at work keeps its own
 * decisions.
 */
export function checkRequested(
  domain: Domain,
  observation: DnsObservation,
  asker: CheckAsker,
  time: Timed,
  server: ServerObservation = {},
): Requested {
  const requested =
    domain.phase === 'active'
      ? checkWhileActive(domain, { dns: observation, ...server }, asker, time)
      : checkAtWork(domain, observation, asker, time);
  return requested.kind === 'conflict' ? requested : { ...requested, domain: withDnsHosting(requested.domain, observation) };
}

/** What this look has not seen again is not said to an integrator as if it was. */
function checkAtWork(
  domain: Exclude<Domain, ActiveDomain>,
  observation: DnsObservation,
  asker: CheckAsker,
  time: Timed,
): Requested {
  const requested = decideOnCheck(domain, observation, time);
  const isOfThen = requested.kind === 'unchanged' && requested.domain === domain;
  return isOfThen && asker === 'integrator' ? { ...requested, domain: withCheckBeside(domain, { dns: observation }) } : requested;
}

function decideOnCheck(domain: Exclude<Domain, ActiveDomain>, observation: DnsObservation, time: Timed): Requested {
  switch (domain.phase) {
    case 'awaiting-dns':
      return checkWhileAwaited(domain, observation, time);
    case 'failed':
    case 'retiring':
      return hasFailed(domain) && domain.dnsStatus === 'error' && !domain.claimLost
        ? checkAfterTimeout(domain, observation, time)
        : shownOnly(domain, observation, time.now);
    case 'moving':
      return checkWhileMoving(domain, observation, time);
    case 'preparing':
    case 'ordering':
    case 'authorizing':
    case 'validating':
    case 'finalizing':
    case 'downloading':
    case 'installing':
    case 'revoking':
    case 'removing':
      return shownOnly(domain, observation, time.now);
  }
}

/** A finding that ends the wait needs a new attempt: the present execution may sleep for another interval. */
function checkWhileAwaited(domain: DomainIn<'awaiting-dns'>, observation: DnsObservation, time: Timed): Requested {
  const decided = decideOnDns(domain, observation, time);
  if (!decided.changed) return shownOnly(domain, observation, time.now);
  const { timeline, events, waitSeconds } = decided;
  if (decided.domain.phase !== 'awaiting-dns') return beginAttempt(decided.domain, { timeline, events }, time, waitSeconds);
  return changeInPlace(decided.domain, timeline, events, time.now);
}

/** The same rule as for a check of the scan. A problem is said at once to an integrator alone: anybody can open the portal. */
function checkWhileActive(domain: ActiveDomain, seen: DomainObservation, asker: CheckAsker, time: Timed): Requested {
  const isSaidAtOnce = asker === 'integrator';
  const observed = decideOnObservation(domain, seen, time, { isSaidAtOnce });
  if (observed) return { ...observed, domain: withCheckSeen(observed.domain, seen, time.now) ?? observed.domain };
  const shown = withCheckSeen(domain, seen, time.now) ?? (isSaidAtOnce ? withCheckBeside(domain, seen) : domain);
  return { kind: 'unchanged', domain: shown };
}

/** A move that is only checked now and then is checked now. Its own step decides which label the CNAME passes. */
function checkWhileMoving(domain: DomainIn<'moving'>, observation: DnsObservation, time: Timed): Requested {
  if (domain.execution.resumeAt === undefined) return shownOnly(domain, observation, time.now);
  return beginAttempt(domain, { timeline: 'lifecycle.resumed', events: [] }, time);
}
