import type { EventName } from '../../contract/api/events.ts';
import type { MetricValues } from '../../contract/stack/metrics.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { dueAt, isWriteDue } from '../lifecycle/pace.ts';
import type { Spend } from '../lifecycle/spend.ts';
import type { Transition } from '../lifecycle/transition.ts';
import { diagnosisOf, statusSummary } from '../model/domains/diagnosis-of.ts';
import type { DomainStore } from '../model/domains/domain.store.ts';
import type { Domain, Execution } from '../model/domains/domain-row.schema.ts';
import { isAtRest } from '../model/domains/phase.ts';
import { omit } from '../shared/rows/omit.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Write } from '../shared/table/table.store.ts';
import { addSeconds } from '../shared/time/instant.ts';

const DAY_MS = 86_400_000;

/**
 * Metrics of a step's write. First certificate: that it is served, and the service's time for it. Renewal: that it is done, with
 * the days left, or failed; and a certificate that expired first.
 */
export function metricsOf(before: Domain, after: Domain, events: readonly EventName[], now: Date): MetricValues {
  const replaced = events.includes('certificate.renewed') ? before.served?.certificate : undefined;
  const hasFailed = (after.served?.renewalFailures ?? 0) > (before.served?.renewalFailures ?? 0);
  return {
    ...ofFirst(before, after, now),
    ...(replaced && { RenewalsDone: 1, DaysLeftWhenRenewed: (Date.parse(replaced.notAfter) - now.getTime()) / DAY_MS }),
    ...(hasFailed && { RenewalsFailed: 1 }),
    ...(events.includes('certificate.expired') && { CertificatesExpired: 1 }),
  };
}

/** The service level objective: the time from the first correct CNAME until the hostname is seen served. */
const SERVED_WITHIN_SECONDS = 600;

/** A failed request counts as late, unless somebody outside must act. */
function ofFirst(before: Domain, after: Domain, now: Date): MetricValues {
  if (before.oursSince === undefined || before.served) return {};
  const seconds = (now.getTime() - Date.parse(before.oursSince)) / 1000;
  if (after.served) return { SecondsToServed: seconds, NamesServedLate: seconds > SERVED_WITHIN_SECONDS ? 1 : 0 };
  return after.sslStatus === 'error' && isOurs(after) ? { NamesServedLate: 1 } : {};
}

/** Restarts when somebody outside had to act: their time does not count. */
function oursSince(before: Domain, after: Domain, now: Date): string | undefined {
  if (after.served || after.sslStatus !== 'pending' || !isOurs(after)) return undefined;
  return isOurs(before) && before.oursSince !== undefined ? before.oursSince : now.toISOString();
}

function isOurs(domain: Domain): boolean {
  const { actor } = statusSummary(domain);
  return domain.dnsStatus === 'validated' && actor !== 'customer' && actor !== 'integrator';
}

export interface WritingPorts {
  domains: Pick<DomainStore, 'replace' | 'extend'>;
  /** The writes for what a decision consumes (ca-limits/open-slots.store.ts). */
  spendWrites: (spends: readonly Spend[]) => Write[];
  log: Log;
}

interface Writing {
  /** Items for the same transaction. */
  alongside: Write[];
  /** Another execution, started by the row's change, continues after the step's phase. */
  phaseEndsInNextAttempt: boolean;
  /** Checks in a row without news, before this one. */
  quietBefore: number;
  run?: string | undefined;
}

/**
 * Writes a step's decision, and returns the row after it. A decision without a change is written only if the sweep would
 * otherwise treat the domain as silent.
 */
export async function writeTransition(
  ports: WritingPorts,
  before: Domain,
  transition: Transition,
  { alongside, phaseEndsInNextAttempt, quietBefore, run }: Writing,
  time: TimedDecision,
): Promise<Domain> {
  if (!transition.changed) return extendIfSoonDue(ports, before, transition, quietBefore + 1, time);
  const { domain, timeline, events, waitSeconds, rests, spends = [] } = transition;
  const progressed = domain.phase !== before.phase || rests;
  const startExecution = phaseEndsInNextAttempt && domain.phase !== before.phase;
  const { attempt, restarts } = before.execution;
  const execution: Execution = {
    attempt: startExecution ? attempt + 1 : attempt,
    restarts: progressed ? 0 : restarts,
    ...(isAtRest(domain.phase) ? {} : { dueAt: dueAt(domain, waitSeconds, time) }),
    ...(rests && { dueAt: addSeconds(time.now, waitSeconds), resumeAt: addSeconds(time.now, waitSeconds) }),
    ...(!rests && waitSeconds > 0 && { notBefore: addSeconds(time.now, waitSeconds) }),
    ...(run && !isAtRest(domain.phase) && { run: { attempt, id: run } }),
    ...(!progressed && waitSeconds > 0 && { lastCheck: checkAt(time.now, waitSeconds) }),
  };
  const since = oursSince(before, domain, time.now);
  const next: Domain = {
    ...omit(domain, 'oursSince'),
    ...(since !== undefined && { oursSince: since }),
    execution,
    updatedAt: time.now.toISOString(),
  };
  await ports.domains.replace(before, next, {
    timeline,
    events,
    alongside: [...alongside, ...ports.spendWrites(spends)],
    ...(before.phase === 'awaiting-dns' && { quietChecks: quietBefore }),
    ...(startExecution && { startExecution }),
  });
  ports.log('info', timeline, {
    domainId: before.id,
    attempt: execution.attempt,
    phase: next.phase,
    diagnosis: diagnosisOf(next).diagnosis.code,
    measured: metricsOf(before, next, events, time.now),
  });
  return next;
}

async function extendIfSoonDue(
  ports: WritingPorts,
  domain: Domain,
  { waitSeconds }: Transition,
  quietChecks: number,
  time: TimedDecision,
): Promise<Domain> {
  if (!isWriteDue(domain, waitSeconds, time)) return domain;
  const lastCheck = { ...checkAt(time.now, waitSeconds), quiet: quietChecks };
  await ports.domains.extend(domain, dueAt(domain, waitSeconds, time), lastCheck);
  return { ...domain, execution: { ...domain.execution, lastCheck } };
}

function checkAt(now: Date, waitSeconds: number): NonNullable<Execution['lastCheck']> {
  return { at: now.toISOString(), nextAt: addSeconds(now, waitSeconds) };
}
