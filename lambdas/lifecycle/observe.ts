import type { DiagnosisCode } from '../../contract/api/error-codes.ts';
import type { EventName } from '../../contract/api/events.ts';
import type { Timed, Timings } from '../../contract/stack/timings.schema.ts';
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

/** What a check says of one condition: all is well, nothing certain, or what is wrong. */
export type Seen = 'well' | 'unknown' | Trouble;
export interface Trouble {
  found: Omit<Diagnosis, 'checkedAt'>;
  error?: DomainError | undefined;
}

/** When a problem counts as sure: after this many checks, the last of them not before `sureAt`. */
interface Certainty {
  times: number;
  sureAt: (since: string, timings: Timings) => string;
}

/**
 * Name servers disagree and zones are edited, so a CNAME is gone only after six checks over a day. One that leads to another
 * server of the organization was set on purpose, and its visitors are refused: it is checked once more, an hour later, as a
 * server is. A machine counts as silent only after a time that is long enough (model/servers/server.ts).
 */
const CERTAINTY: Record<'cname' | 'otherServer' | 'silent' | 'served' | 'renewal', Certainty> = {
  cname: { times: 6, sureAt: (since, { watchDaySeconds }) => addSeconds(new Date(since), watchDaySeconds) },
  otherServer: { times: 2, sureAt: nextHour },
  silent: { times: 1, sureAt: (since) => since },
  served: { times: 2, sureAt: nextHour },
  renewal: { times: 2, sureAt: nextHour },
};

/**
 * What a check changes in a condition of a domain at rest. A new problem is only suspected, and nobody is notified, until enough
 * checks have found it (docs/decisions/0025). An uncertain answer changes nothing. Returns the same condition if nothing is new.
 * `isSaidAtOnce`: somebody reads the result of this one check.
 */
export function observe<C extends ObservedCondition>(
  type: keyof typeof CERTAINTY,
  before: C | undefined,
  seen: Seen,
  time: Timed,
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

/** What a check has made of a domain so far. Without `timeline` it is only remembered. */
export interface CheckOutcome {
  domain: Domain;
  timeline?: string;
  events: EventName[];
}

/**
 * What is served for an active domain, whether its server's machines ask the service, and whether its next renewal would succeed.
 * The holder is notified of a risk once per cause; of silent machines nobody is, domain by domain.
 */
export function withServiceObserved(
  domain: Active,
  dns: CheckOutcome,
  before: Domain,
  seen: DomainObservation,
  time: Timed,
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
  // While the CNAME is gone, nothing else is reported.
  if (next.dnsStatus === 'error') return { ...dns, domain: next };
  return withRiskNotified({ ...dns, domain: next }, before, next);
}

/** One transaction has one entry in the timeline: the CNAME's comes first. */
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
 * What a customer's server shows says something of the server only where the name leads to it. One that never let us in is not
 * down because it does not: a firewall refuses our addresses.
 */
function servedSeen({ conditions }: Active, { dns, served }: DomainObservation): Seen {
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

function machinesSeen({ dns, served, machines }: DomainObservation): Seen {
  if (machines === undefined) return 'unknown';
  if (machines.kind === 'machines-heard') return 'well';
  const evidence = [...dns.evidence, ...(served?.evidence ?? [])];
  return { found: { code: 'server_not_connected', ...omit(machines, 'kind'), evidence } };
}

function renewalSeen(domain: Active, { dns, dryRun }: DomainObservation, now: Date): Seen {
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
