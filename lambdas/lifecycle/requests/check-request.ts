import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn } from '../../model/domains/domain-row.schema.ts';
import { hasFailed } from '../../model/domains/phase.ts';
import {
  checkAfterTimeout,
  decideOnObservation,
  unchangedWithEvidence,
  withCheckEvidence,
  withConfirmingCheck,
} from '../check-transition.ts';
import { decideOnDns, withDnsHosting } from '../dns-transition.ts';
import type { DnsObservation, DomainObservation } from '../observation.ts';
import { beginAttempt, changeInPlace, type Requested } from '../request.ts';

type ActiveDomain = DomainIn<'active'>;
export type ServerObservation = Pick<DomainObservation, 'served' | 'machines'>;

/** Who requested a check: an integrator, or an anonymous visitor of the portal. */
export type CheckAsker = 'integrator' | 'visitor';

/** Changes a domain by a requested check. A check without news is shown but not written; a running step decides by itself. */
export function requestCheck(
  domain: Domain,
  observation: DnsObservation,
  asker: CheckAsker,
  time: TimedDecision,
  server: ServerObservation = {},
): Requested {
  const requested =
    domain.phase === 'active'
      ? checkWhileActive(domain, { dns: observation, ...server }, asker, time)
      : checkAtWork(domain, observation, asker, time);
  return requested.kind === 'conflict' ? requested : { ...requested, domain: withDnsHosting(requested.domain, observation) };
}

/** Findings that this check did not confirm are not shown to an integrator as current. */
function checkAtWork(
  domain: Exclude<Domain, ActiveDomain>,
  observation: DnsObservation,
  asker: CheckAsker,
  time: TimedDecision,
): Requested {
  const requested = decideOnCheck(domain, observation, time);
  const isOfThen = requested.kind === 'unchanged' && requested.domain === domain;
  return isOfThen && asker === 'integrator'
    ? { ...requested, domain: withCheckEvidence(domain, { dns: observation }) }
    : requested;
}

function decideOnCheck(domain: Exclude<Domain, ActiveDomain>, observation: DnsObservation, time: TimedDecision): Requested {
  switch (domain.phase) {
    case 'awaiting-dns':
      return checkWhileAwaited(domain, observation, time);
    case 'failed':
    case 'retiring':
      return hasFailed(domain) && domain.dnsStatus === 'error' && !domain.claimLost
        ? checkAfterTimeout(domain, observation, time)
        : unchangedWithEvidence(domain, observation, time.now);
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
      return unchangedWithEvidence(domain, observation, time.now);
  }
}

/** A finding that ends the wait needs a new attempt: the current execution may sleep for another interval. */
function checkWhileAwaited(domain: DomainIn<'awaiting-dns'>, observation: DnsObservation, time: TimedDecision): Requested {
  const decided = decideOnDns(domain, observation, time);
  if (!decided.changed) return unchangedWithEvidence(domain, observation, time.now);
  const { timeline, events, waitSeconds } = decided;
  if (decided.domain.phase !== 'awaiting-dns') return beginAttempt(decided.domain, { timeline, events }, time, waitSeconds);
  return changeInPlace(decided.domain, timeline, events, time.now);
}

/**
 * The same rule as for the scan's check. Only integrators see an unconfirmed problem at once, because anybody can open the
 * portal.
 */
function checkWhileActive(domain: ActiveDomain, seen: DomainObservation, asker: CheckAsker, time: TimedDecision): Requested {
  const isSaidAtOnce = asker === 'integrator';
  const observed = decideOnObservation(domain, seen, time, { isSaidAtOnce });
  if (observed) return { ...observed, domain: withConfirmingCheck(observed.domain, seen, time.now) ?? observed.domain };
  const shown = withConfirmingCheck(domain, seen, time.now) ?? (isSaidAtOnce ? withCheckEvidence(domain, seen) : domain);
  return { kind: 'unchanged', domain: shown };
}

/** A move that is only checked occasionally is checked now. Its own step decides which label the CNAME uses. */
function checkWhileMoving(domain: DomainIn<'moving'>, observation: DnsObservation, time: TimedDecision): Requested {
  if (domain.execution.resumeAt === undefined) return unchangedWithEvidence(domain, observation, time.now);
  return beginAttempt(domain, { timeline: 'lifecycle.resumed', events: [] }, time);
}
