import type { TimedDecision, Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn, Execution } from '../model/domains/domain-row.schema.ts';
import { isAtRest, isResting } from '../model/domains/phase.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** Limits the backoff between restarts: 2^6 times the longest silence. */
const MAX_DOUBLINGS = 6;

/** Starts a new attempt at the current step after too long a silence. Each further one has a longer pause. */
export function toRestarted(domain: Domain, time: TimedDecision): Domain {
  const { execution } = domain;
  const restarts = execution.restarts + 1;
  const dueAt = addSeconds(time.now, pauseSeconds(restarts, time.timings));
  return {
    ...withDeadlinesMoved(domain, overdueMs(execution, time.now)),
    execution: { ...omit(execution, 'lastCheck'), attempt: execution.attempt + 1, restarts, dueAt },
    updatedAt: time.now.toISOString(),
  };
}

/** Begins the next check of a resting domain. It is no restart: nothing is counted and no deadline moves. */
export function toResumed(domain: Domain, time: TimedDecision): Domain {
  const { execution } = domain;
  const dueAt = addSeconds(time.now, time.timings.longestSilenceSeconds);
  const next = { ...omit(execution, 'resumeAt', 'lastCheck'), attempt: execution.attempt + 1, dueAt };
  return { ...domain, execution: next, updatedAt: time.now.toISOString() };
}

/** How long the domain was overdue, which does not count against its windows. */
function overdueMs({ dueAt }: Execution, now: Date): number {
  return dueAt === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(dueAt));
}

function withDeadlinesMoved(domain: Domain, byMs: number): Domain {
  const move = (deadlineAt: string) => new Date(Date.parse(deadlineAt) + byMs).toISOString();
  switch (domain.phase) {
    case 'awaiting-dns':
      return { ...domain, dnsDeadlineAt: move(domain.dnsDeadlineAt) };
    case 'preparing': {
      const { preflightDeadlineAt, issuanceDeadlineAt, ...rest } = domain.issuance;
      const preflight = preflightDeadlineAt !== undefined && { preflightDeadlineAt: move(preflightDeadlineAt) };
      const issuance = issuanceDeadlineAt !== undefined && { issuanceDeadlineAt: move(issuanceDeadlineAt) };
      return { ...domain, issuance: { ...rest, ...preflight, ...issuance } };
    }
    case 'ordering':
    case 'authorizing':
    case 'validating':
    case 'finalizing':
    case 'downloading':
      return withIssuanceDeadline(domain, move(domain.issuance.issuanceDeadlineAt));
    case 'installing':
      return { ...domain, installDeadlineAt: move(domain.installDeadlineAt) };
    case 'moving':
      return { ...domain, moveDeadlineAt: move(domain.moveDeadlineAt) };
    case 'retiring':
    case 'revoking':
    case 'removing':
    case 'active':
    case 'failed':
      return domain;
  }
}

function withIssuanceDeadline<D extends DomainIn<'ordering' | 'authorizing' | 'validating' | 'finalizing' | 'downloading'>>(
  domain: D,
  issuanceDeadlineAt: string,
): D {
  if (domain.issuance.haltedAt !== undefined) return domain;
  return { ...domain, issuance: { ...domain.issuance, issuanceDeadlineAt } };
}

export type AfterFailure = { kind: 'restart' } | { kind: 'due-at'; dueAt: string } | { kind: 'nothing' };

/** What follows a failed, aborted or timed-out execution: a new one at once the first time, later ones when they are due. */
export function decideAfterFailure(domain: Domain | undefined, attempt: number, time: TimedDecision): AfterFailure {
  if (!domain || domain.execution.attempt !== attempt || isAtRest(domain.phase) || isResting(domain)) return { kind: 'nothing' };
  if (domain.execution.restarts === 0) return { kind: 'restart' };
  return { kind: 'due-at', dueAt: addSeconds(time.now, pauseSeconds(domain.execution.restarts, time.timings)) };
}

export function isOverdue({ phase, execution: { dueAt } }: Domain, now: Date): boolean {
  return !isAtRest(phase) && dueAt !== undefined && dueAt < now.toISOString();
}

function pauseSeconds(restarts: number, timings: Timings): number {
  return timings.longestSilenceSeconds * 2 ** Math.min(restarts - 1, MAX_DOUBLINGS);
}
