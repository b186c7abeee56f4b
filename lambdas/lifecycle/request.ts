import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { toCondition, withConditions, withOnlyConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Domain, Execution } from '../model/domains/domain-row.schema.ts';
import { isAtRest, isResting, withoutPhase } from '../model/domains/phase.ts';
import { addSeconds, secondsFrom } from '../shared/time/instant.ts';

/** The next row, which replaces the version that was decided on. */
export interface Changed {
  kind: 'changed';
  domain: Domain;
  timeline: string;
  events: EventName[];
  /** True when an execution must begin with the domain's phase. */
  startExecution: boolean;
  /** Stored without a timeline entry. */
  isQuiet?: true;
}

export type Requested =
  | Changed
  /** Nothing is written; `domain` is what the answer shows. */
  | { kind: 'unchanged'; domain: Domain }
  /** Not allowed in this phase; the message is for the caller. */
  | { kind: 'conflict'; message: string };

/** A change that starts no attempt: a running execution continues. */
export function changeInPlace(domain: Domain, timeline: string, events: EventName[], now: Date): Changed {
  return { kind: 'changed', domain: { ...domain, updatedAt: now.toISOString() }, timeline, events, startExecution: false };
}

/**
 * Begins the next attempt, whose first step runs after `waitSeconds`. Ends the current attempt's waits and restarts; its
 * execution stops without an error.
 */
export function beginAttempt(
  domain: Domain,
  what: { timeline: string; events: EventName[] },
  time: TimedDecision,
  waitSeconds = 0,
): Changed {
  const atWork = !isAtRest(domain.phase);
  const execution: Execution = {
    attempt: domain.execution.attempt + 1,
    restarts: 0,
    ...(atWork && { dueAt: addSeconds(time.now, waitSeconds + time.timings.longestSilenceSeconds) }),
    ...(waitSeconds > 0 && { notBefore: addSeconds(time.now, waitSeconds) }),
  };
  const begins = { ...domain, execution, updatedAt: time.now.toISOString() };
  return { kind: 'changed', domain: begins, ...what, startExecution: atWork };
}

/**
 * A change of what steps look at: the server, or how the hostname is validated. A step that has looked already must not write
 * what it saw, so the next attempt begins. An order holds for any server: begun anew, `create-order` would place another. A wait
 * that the CA asked for still applies; DNS is looked up at once, as its next check may be minutes away.
 */
export function interruptStep(domain: Domain, what: { timeline: string; events: EventName[] }, time: TimedDecision): Changed {
  const { phase, execution } = domain;
  if (isAtRest(phase) || isResting(domain) || phase === 'ordering' || phase === 'authorizing')
    return changeInPlace(domain, what.timeline, what.events, time.now);
  const notBefore = phase === 'awaiting-dns' ? undefined : execution.notBefore;
  return beginAttempt(domain, what, time, notBefore === undefined ? 0 : secondsFrom(time.now, notBefore));
}

/**
 * The id of the certificate request that the domain's next write makes. An attempt may make two: a certificate without traffic is
 * replaced. The version differs at each write.
 */
export function certificateRequestId({ id, version }: Pick<Domain, 'id' | 'version'>): string {
  return `creq_${id}_${version}`;
}

/**
 * Another organization has proven the hostname, which this domain never did. The domain stays visible, in error, until it is
 * retried or deleted.
 */
export function toClaimLost(domain: Domain, now: Date): Changed {
  const failure = toCondition(undefined, { code: 'hostname_claimed', evidence: [] }, now);
  const { attempt, restarts } = domain.execution;
  const lost: Domain = {
    ...withConditions(withOnlyConditions(withoutPhase(domain)), { failure }),
    execution: { attempt: attempt + 1, restarts },
    phase: 'failed',
    dnsStatus: 'error',
    claimLost: true,
    updatedAt: now.toISOString(),
  };
  const events: Changed['events'] = domain.dnsStatus === 'pending' ? ['domain.validation_failed'] : [];
  return { kind: 'changed', domain: lost, timeline: 'domain.claim_lost', events, startExecution: false };
}
