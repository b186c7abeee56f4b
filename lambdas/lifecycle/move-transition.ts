import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { Finding } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { isOldServerOf } from '../model/domains/domain-servers.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type CommonDomain, withoutPhase } from '../model/domains/phase.ts';
import { omit } from '../shared/rows/omit.ts';
import { expiryFailure, withFailure } from './certificate-failure.ts';
import { unmatchedFinding, withDnsHosting } from './dns-transition.ts';
import { isLate, toFirstServed, withOnlySeen } from './installation-transition.ts';
import { type DnsObservation, type MoveObservation, wasSeen } from './observation.ts';
import { backOff, WORK_LONGEST_SECONDS } from './pace.ts';
import { retirementPause, serversToRetireFrom, toSettled } from './retirement-transition.ts';
import {
  isKnownFinding,
  noTransition,
  restTransition,
  type Transition,
  transitionTo,
  waitUntil,
  withCnameFound,
  withFinding,
} from './transition.ts';

type Moving = DomainIn<'moving'>;

/**
 * Moves a domain to another server while the old one serves. The move ends only when one check sees the new server serve it and
 * DNS point there. After the deadline it is checked occasionally, without an open execution.
 */
export function decideOnMove(before: Moving, observation: MoveObservation, time: TimedDecision): Transition {
  const isSeen = wasSeen(observation.installation);
  if (isSeen && observation.dns.kind === 'cname-matched') return toArrived(before, observation, time);
  const domain = withFormerRestored(before, observation.dns);
  const restored: EventName[] = domain === before ? [] : ['domain.dns_restored'];
  const finding = notYetFinding(domain, observation, time);
  const seen = withFinding(domain, { ...finding, evidence: evidenceOf(observation) }, time.now);
  const next = withDnsHosting(seen, observation.dns);
  if (isSeen && domain.move?.state === 'installing') {
    const move = { ...domain.move, state: 'awaiting_dns' as const };
    const events: EventName[] = ['certificate.installed', ...restored];
    return transitionTo({ ...next, move }, 'certificate.installed', events, time.timings.dnsCheckIntervalSeconds);
  }
  const waitSeconds = waitUntil(time.now, pauseSeconds(domain, isSeen, time), domain.moveDeadlineAt);
  if (restored.length > 0) return transitionTo(next, 'domain.dns_restored', restored, waitSeconds);
  if (time.now.toISOString() >= domain.moveDeadlineAt) return restTransition(next, 'move.awaited', watchSeconds(domain, time));
  if (isKnownFinding(domain, finding)) return noTransition(domain, waitSeconds);
  return transitionTo(next, 'move.awaited', [], waitSeconds);
}

/** The old server keeps serving until its label has expired in resolvers' caches. */
function toArrived(domain: Moving, observation: MoveObservation, time: TimedDecision): Transition {
  const { issued, move, dnsStatus } = domain;
  const rest: CommonDomain = omit(withCnameFound(withoutPhase(domain)), 'move');
  const isRenewed = issued.fingerprintSha256 !== domain.served?.certificate.fingerprintSha256;
  const events: EventName[] = [];
  if (move?.state === 'installing') events.push('certificate.installed');
  if (isRenewed) events.push('certificate.renewed');
  if (dnsStatus === 'error') events.push('domain.dns_restored');
  const code = observation.installation.kind === 'new-certificate-seen' ? 'ok' : 'certificate_not_served';
  const found = { code, evidence: evidenceOf(observation) } as const;
  const next = toSettled({
    ...(isRenewed
      ? { ...withOnlySeen(rest, found, time.now), served: toFirstServed(issued, time.now), sslStatus: 'active' }
      : arrivedAs(rest, issued, found, time.now)),
    dnsStatus: 'validated',
    retireFrom: serversToRetireFrom(domain, [move?.fromServerId]).filter((id) => id !== domain.serverId),
  });
  return transitionTo(next, 'move.completed', events, retirementPause(next, time.timings));
}

/** A certificate that expired during the move is also expired at the new server: its renewal continues. */
function arrivedAs(row: CommonDomain, issued: CertificateFacts, found: Omit<Diagnosis, 'checkedAt'>, now: Date): CommonDomain {
  const seen = withOnlySeen(row, found, now);
  const ended = expiryFailure(row, issued, { ...found, checkedAt: now.toISOString() });
  return row.sslStatus === 'error' ? withFailure(seen, ended) : seen;
}

function notYetFinding(domain: Moving, { installation, dns }: MoveObservation, time: TimedDecision): Finding {
  if (wasSeen(installation)) return dnsFinding(domain, dns);
  const quiet: Finding = domain.dnsStatus === 'error' ? dnsFinding(domain, dns) : { code: 'ok' };
  if (installation.kind === 'not-everywhere-yet') return quiet;
  if (installation.kind !== 'new-certificate-seen' && installation.blocked)
    return { code: 'certificate_install_failed', ...installation.blocked };
  if (installation.kind === 'nothing-seen' && !installation.serverConnected)
    return { code: 'server_not_connected', ...installation.whyNot };
  const wasSeenBefore = domain.move?.state === 'awaiting_dns';
  const isMissed = wasSeenBefore || dns.kind === 'cname-matched' || isLate(domain.moveDeadlineAt, time);
  if (!isMissed) return quiet;
  if (installation.kind === 'other-certificate-seen')
    return { code: 'certificate_not_served', observed: installation.fingerprintSha256 };
  return { code: 'certificate_not_served' };
}

/** The CNAME was gone and now points to the old server again, which still serves. */
function withFormerRestored(domain: Moving, dns: DnsObservation): Moving {
  return domain.dnsStatus === 'error' && leadsToFormer(domain, dns)
    ? { ...withCnameFound(domain), dnsStatus: 'validated' }
    : domain;
}

/** A record that points to the old server works, so it is no problem. An unusable answer changes nothing. */
function dnsFinding(domain: Moving, dns: DnsObservation): Finding {
  const { dnsStatus } = domain;
  const { diagnosis } = diagnosisOf(domain);
  if (dns.kind === 'cname-elsewhere' && leadsToFormer(domain, dns))
    return { code: 'ok', reason: 'former_server', observed: dns.actualTarget };
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere') return unmatchedFinding(dns);
  const isKept = diagnosis.code === 'cname_not_found' || diagnosis.code === 'invalid_cname_target';
  if (isKept || diagnosis.reason === 'former_server') return findingOf(diagnosis);
  return { code: dnsStatus === 'error' ? 'dns_validation_failed' : 'ok' };
}

function leadsToFormer(domain: Moving, dns: DnsObservation): boolean {
  if (dns.kind !== 'cname-elsewhere') return false;
  const { ownName, otherServer } = dns;
  if (otherServer && isOldServerOf(domain, otherServer.id)) return true;
  return ownName !== undefined && ownName === domain.move?.fromCnameTarget;
}

function findingOf({ code, reason, observed, otherServer }: Diagnosis): Finding {
  return { code, ...(reason && { reason }), ...(observed !== undefined && { observed }), ...(otherServer && { otherServer }) };
}

function evidenceOf({ installation, dns }: MoveObservation): Diagnosis['evidence'] {
  return [...installation.evidence, ...dns.evidence];
}

/** An agent installs within seconds; a customer's DNS is checked as often as during validation. */
function pauseSeconds({ moveDeadlineAt }: Moving, isSeen: boolean, time: TimedDecision): number {
  if (isSeen) return time.timings.dnsCheckIntervalSeconds;
  const pace = { baseSeconds: time.timings.installPollSeconds, longestSeconds: WORK_LONGEST_SECONDS };
  return backOff(pace, { endsAt: moveDeadlineAt, seconds: time.timings.installWindowSeconds }, time.now);
}

/** A quarter of the move's duration so far, at most the length of its window: four checks on the second day, then one a day. */
function watchSeconds({ moveDeadlineAt }: Moving, time: TimedDecision): number {
  const pace = { baseSeconds: 0, longestSeconds: time.timings.installWindowSeconds };
  return backOff(pace, { endsAt: moveDeadlineAt, seconds: time.timings.installWindowSeconds }, time.now);
}
