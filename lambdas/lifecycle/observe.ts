import type { DiagnosisCode } from '../../contract/api/error-codes.ts';
import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision, Timings } from '../../contract/stack/timings.schema.ts';
import { sameFinding, withConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError, ObservedCondition } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn } from '../model/domains/domain-row.schema.ts';
import { isDryRunDue } from '../model/domains/scan-time.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { withNotified } from './certificate-failure.ts';
import { unmatchedError, unmatchedFinding } from './dns-transition.ts';
import { type DomainObservation, isSeenServed } from './observation.ts';
import { nextHour } from './pace.ts';

/** A check's result for one condition: healthy, uncertain, or the problem. */
export type ConditionFinding = 'well' | 'unknown' | Trouble;
export interface Trouble {
  found: Omit<Diagnosis, 'checkedAt'>;
  error?: DomainError | undefined;
}

/** When a problem counts as certain: after this many checks, the last one not before `sureAt`. */
interface Certainty {
  times: number;
  sureAt: (since: string, timings: Timings) => string;
}

/**
 * Name servers may disagree while zones are edited, so a CNAME counts as gone only after six checks over a day. One that points
 * to another server of the organization was set on purpose, and its visitors are refused: like a server's failure it is confirmed
 * an hour later. Machines count as silent only after a sufficient time (model/servers/server.ts).
 */
const CERTAINTY: Record<'cname' | 'otherServer' | 'silent' | 'served' | 'renewal', Certainty> = {
  cname: { times: 6, sureAt: (since, { watchDaySeconds }) => addSeconds(new Date(since), watchDaySeconds) },
  otherServer: { times: 2, sureAt: nextHour },
  silent: { times: 1, sureAt: (since) => since },
  served: { times: 2, sureAt: nextHour },
  renewal: { times: 2, sureAt: nextHour },
};

/**
 * Changes a condition of a resting domain by a check. A new problem is only suspected, without a notification, until enough
 * checks confirm it (docs/decisions/0025). An uncertain answer changes nothing. Returns the same condition if nothing is new.
 * `isSaidAtOnce`: somebody reads the result of this one check.
 */
export function observe<C extends ObservedCondition>(
  type: keyof typeof CERTAINTY,
  before: C | undefined,
  seen: ConditionFinding,
  time: TimedDecision,
  isSaidAtOnce = false,
): C | ObservedCondition | undefined {
  if (seen === 'unknown') return before;
  if (seen === 'well') return undefined;
  const at = time.now.toISOString();
  const { times, sureAt } = CERTAINTY[type];
  const since = before?.since ?? at;
  const wasSure = before !== undefined && !before.isSuspected;
  const seenTimes = wasSure ? before.times : Math.min((before?.times ?? 0) + 1, times);
  const isSure = wasSure || isSaidAtOnce || (seenTimes >= times && sureAt(since, time.timings) <= at);
  const isNews =
    before === undefined || !sameFinding(before.found, seen.found) || wasSure !== isSure || seenTimes !== before.times;
  if (!isNews) return before;
  const { found, error } = seen;
  const kept = before && omit<ObservedCondition, 'isSuspected' | 'error'>(before, 'isSuspected', 'error');
  const condition = { ...kept, since, times: seenTimes, found: { ...found, checkedAt: at }, ...(error && { error }) };
  return isSure ? condition : { ...condition, isSuspected: true };
}

type Active = DomainIn<'active'>;

/** A check's changes to a domain so far. Without `timeline` they are only stored. */
export interface CheckOutcome {
  domain: Domain;
  timeline?: string;
  events: EventName[];
}

/**
 * Checks what an active domain serves, if its server's machines poll, and if its next renewal would succeed. The holder is
 * notified of a risk once per cause; silent machines cause no notification per domain.
 */
export function withServiceObserved(
  domain: Active,
  dns: CheckOutcome,
  before: Domain,
  seen: DomainObservation,
  time: TimedDecision,
  isSaidAtOnce = false,
): CheckOutcome {
  const { silent, served, renewal, unseen } = domain.conditions;
  const conditions = {
    silent: observe('silent', silent, machinesSeen(seen), time),
    served: observe('served', served, servedSeen(domain, seen), time, isSaidAtOnce),
    renewal: observe('renewal', renewal, renewalSeen(domain, seen, time.now), time),
    unseen: isSeenServed(seen) ? undefined : unseen,
  };
  const next = withConditions(domain, conditions);
  // While the CNAME is gone, no other problem is reported.
  if (next.dnsStatus === 'error') return { ...dns, domain: next };
  return withRiskNotified({ ...dns, domain: next }, before, next);
}

/** A transaction has one timeline entry, and the CNAME's comes first. */
function withRiskNotified(outcome: CheckOutcome, before: Domain, { conditions }: Active): CheckOutcome {
  const { domain, events } = outcome;
  const top = [conditions.served, conditions.renewal].find((condition) => condition && !condition.isSuspected);
  const [was, is] = [diagnosisOf(before).diagnosis, diagnosisOf(domain).diagnosis];
  const risk = top && withNotified(domain, 'risks', causeOf(top));
  const isNews = risk?.isNews || !sameFinding(was, is);
  const timeline = outcome.timeline ?? (isNews ? timelineOf(was.code, is.code, top && top === conditions.served) : undefined);
  return {
    domain: risk?.domain ?? domain,
    ...(timeline !== undefined && { timeline }),
    events: risk?.isNews ? [...events, 'certificate.at_risk'] : events,
  };
}

function timelineOf(before: DiagnosisCode, now: DiagnosisCode, isServed: boolean | undefined): string {
  if (now === 'server_not_connected' && before !== now) return 'server.silent';
  if (isServed !== undefined) return isServed ? 'certificate.not_served' : 'certificate.obstructed';
  if (before === 'server_not_connected') return 'server.heard';
  return before === 'certificate_not_served' ? 'certificate.served' : 'certificate.unobstructed';
}

/**
 * A finding at a server counts only if the hostname points to it. A server that never accepted the service's connections is not
 * down: a firewall blocks its addresses.
 */
function servedSeen({ conditions }: Active, { dns, served }: DomainObservation): ConditionFinding {
  if (dns.kind !== 'cname-matched' || served === undefined) return 'unknown';
  switch (served.kind) {
    case 'served':
      return 'well';
    case 'served-unknown':
      return 'unknown';
    case 'not-served':
      if (served.reason === 'https_unreachable' && conditions.unseen !== undefined) return 'unknown';
      return { found: { code: 'certificate_not_served', ...omit(served, 'kind') } };
  }
}

function machinesSeen({ dns, served, machines }: DomainObservation): ConditionFinding {
  if (machines === undefined) return 'unknown';
  if (machines.kind === 'machines-heard') return 'well';
  const evidence = [...dns.evidence, ...(served?.evidence ?? [])];
  return { found: { code: 'server_not_connected', ...omit(machines, 'kind'), evidence } };
}

function renewalSeen(domain: Active, { dns, dryRun }: DomainObservation, now: Date): ConditionFinding {
  if (!isDryRunDue(domain, now)) return 'well';
  switch (dns.kind) {
    case 'dns-unknown':
      return 'unknown';
    case 'cname-missing':
    case 'cname-elsewhere':
      return { found: { ...unmatchedFinding(dns), evidence: dns.evidence }, error: unmatchedError(domain, dns) };
    case 'cname-matched':
      if (dryRun === undefined || dryRun.kind === 'dry-run-unknown') return 'unknown';
      return dryRun.kind === 'dry-run-passed' ? 'well' : { found: dryRun.diagnosis };
  }
}

/** In the form that steps use for causes. */
function causeOf({ found: { code, reason } }: ObservedCondition): string {
  return code === 'certificate_not_served' && reason ? `${code} ${reason}` : code;
}
