import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn, Revocation } from '../model/domains/domain-row.schema.ts';
import { type CommonDomain, withoutPhase } from '../model/domains/phase.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { acmeText } from './acme-error.ts';
import type { CaTrouble, RevocationObservation } from './issuance-observation.ts';
import { beginAttempt, type Changed } from './request.ts';
import { retirementPause, toMoving, toSettled } from './retirement-transition.ts';
import { restTransition, type Transition, transitionTo } from './transition.ts';

/**
 * Revokes a served domain's old certificate. If the CA fails to, tries back off until the certificate expires. The domain rests
 * meanwhile, so that nothing waits for it.
 */
export function decideOnRevocation(
  domain: DomainIn<'revoking'>,
  observation: RevocationObservation,
  time: TimedDecision,
): Transition {
  const { revocation, ...rest } = withoutPhase(domain);
  if (observation.kind !== 'ca-trouble' || revocation === undefined) return goesOn(rest, outcomeOf(observation), time);
  return goesOn({ ...rest, revocation: toPostponed(revocation, observation, time) }, POSTPONED, time);
}

/** The same for a deleted domain, whose certificate is not served anywhere. Its row is deleted last. */
export function decideOnRevocationOfRemoved(
  domain: DomainIn<'removing'>,
  observation: RevocationObservation,
  time: TimedDecision,
): Transition {
  const { revocation, ...rest } = domain;
  const { timeline, events } = outcomeOf(observation);
  if (observation.kind !== 'ca-trouble' || revocation === undefined) return transitionTo(rest, timeline, events);
  const later = toPostponed(revocation, observation, time);
  return restTransition({ ...rest, revocation: later }, POSTPONED.timeline, pauseSeconds(later, observation, time));
}

/** Retries a revocation that the CA failed to do. */
export function beginRevocation(domain: Domain, postponed: Revocation, time: TimedDecision): Changed {
  const revocation = omit(postponed, 'againAt');
  const next: Domain = { ...withoutPhase(domain), revocation, phase: 'revoking' };
  return beginAttempt(next, { timeline: 'certificate.revocation_resumed', events: [] }, time);
}

interface Outcome {
  timeline: string;
  events: EventName[];
}
const POSTPONED: Outcome = { timeline: 'certificate.revocation_postponed', events: [] };

function outcomeOf({ kind }: RevocationObservation): Outcome {
  if (kind === 'certificate-revoked') return { timeline: 'certificate.revoked', events: ['certificate.revoked'] };
  return { timeline: 'certificate.revocation_over', events: [] };
}

/** Returns to rest, or continues its move. */
function goesOn(domain: CommonDomain, { timeline, events }: Outcome, time: TimedDecision): Transition {
  const { move, served } = domain;
  const next = move && served ? toMoving(domain, served.certificate, time) : toSettled(domain);
  return transitionTo(next, timeline, events, retirementPause(next, time.timings));
}

function toPostponed(revocation: Revocation, trouble: CaTrouble, time: TimedDecision): Revocation {
  const asked = { ...revocation, askedAt: revocation.askedAt ?? time.now.toISOString() };
  const againAt = addSeconds(time.now, pauseSeconds(asked, trouble, time));
  return { ...asked, acmeError: acmeText(trouble.problem), againAt };
}

const MAX_PAUSE_SECONDS = 86_400;

/** A quarter of the time since the first request, or the CA's Retry-After; at most a day. */
function pauseSeconds({ askedAt }: Revocation, { problem }: CaTrouble, time: TimedDecision): number {
  const passedSeconds = askedAt === undefined ? 0 : (time.now.getTime() - Date.parse(askedAt)) / 1000;
  const wanted = Math.max(time.timings.caRetrySeconds, Math.ceil(passedSeconds / 4), problem.retryAfterSeconds ?? 0);
  return Math.min(wanted, MAX_PAUSE_SECONDS);
}
