import type { EventName } from '../../contract/api/events.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { type Finding, toCondition, withConditions, withOnlyConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain, DomainIn, Served } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type CommonDomain, withoutPhase } from '../model/domains/phase.ts';
import { renewalTime, rollBackDeadline } from '../model/domains/renewal-time.ts';
import { isAheadOfTraffic } from '../model/domains/validation.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { type Failure, toCertificateFailed } from './certificate-failure.ts';
import { toReady, unmatchedError, unmatchedFinding } from './dns-transition.ts';
import { type InstallationObservation, wasSeen } from './observation.ts';
import { backOff, WORK_LONGEST_SECONDS } from './pace.ts';
import { toServedAtRest } from './retirement-transition.ts';
import { clearAt, isKnownFinding, noTransition, type Transition, transitionTo, waitUntil, withFinding } from './transition.ts';

type RolledBack = Installing & { rolledBack: CertificateFacts };
type NothingSeen = Extract<InstallationObservation, { kind: 'nothing-seen' }>;

/** The finding for a renewal whose server refuses the handshake; a second check with the same result confirms it. */
const REFUSED = { code: 'certificate_not_served', reason: 'tls_failed' } as const;

/** Runs may be late, so a daily visit has this tolerance. */
const LATE_VISIT = 1 / 24;

/**
 * True when the former certificate must replace the renewed one: the server refused the handshake with the new one twice in a
 * row, and worked with the old one within a day. Never without a refusal, and never so close to the old one's expiry that no
 * other attempt fits. `servedAt`: when a visit last saw it served.
 */
export function mayRollBack(
  domain: Installing,
  { isRefused }: NothingSeen,
  servedAt: string | undefined,
  time: TimedDecision,
): boolean {
  const { served } = domain;
  const refused = domain.conditions.obstacle?.found;
  if (!isRefused || served === undefined || domain.sslStatus !== 'active' || domain.rolledBack) return false;
  const beganAt = addSeconds(new Date(domain.installDeadlineAt), -time.timings.installWindowSeconds);
  const isSecondCheck =
    refused?.code === REFUSED.code && refused.reason === REFUSED.reason && (refused.checkedAt ?? '') >= beganAt;
  const lastServedAt =
    [servedAt, served.since]
      .filter((at) => at !== undefined)
      .toSorted()
      .at(-1) ?? '';
  const worked = lastServedAt >= addSeconds(new Date(beganAt), -time.timings.watchDaySeconds * (1 + LATE_VISIT));
  return isSecondCheck && worked && time.now.toISOString() < rollBackDeadline(served.certificate);
}

/** Takes the renewed certificate back and keeps its evidence; the old one must be seen served again. */
function toRolledBack(domain: Installing, former: CertificateFacts, { evidence }: NothingSeen, time: TimedDecision): Transition {
  const { issued } = domain;
  const obstacle = refusal(domain, issued.fingerprintSha256, { evidence }, time.now);
  const next: Installing = { ...withConditions(domain, { obstacle }), issued: former, rolledBack: issued };
  return transitionTo(next, 'certificate.rolled_back', [], time.timings.installPollSeconds);
}

/** Waits until the former certificate is seen again, or the window ends. The renewal has then failed. */
function decideOnRollBack(domain: RolledBack, observation: InstallationObservation, time: TimedDecision): Transition {
  if (!wasSeen(observation) && time.now.toISOString() < domain.installDeadlineAt)
    return noTransition(domain, time.timings.installPollSeconds);
  const { diagnosis } = diagnosisOf(domain);
  return toCertificateFailed(domain, refusal(domain, domain.rolledBack.fingerprintSha256, diagnosis, time.now), time);
}

function refusal({ url }: Domain, expected: string, { evidence }: Pick<Diagnosis, 'evidence'>, now: Date): Failure {
  const code = 'certificate_install_failed';
  const condition = toCondition(undefined, { code, reason: REFUSED.reason, evidence }, now);
  return { ...condition, error: { code, details: { domain: url, expected_fingerprint: expected } } };
}

type Installing = DomainIn<'installing'>;

/**
 * Becomes active when the new certificate is seen from outside and on each machine, or a minute later if some are behind. Also if
 * the outside check sees nothing, but an agent saw it on its own machine and the CNAME points there.
 */
export function decideOnInstallation(domain: Installing, observation: InstallationObservation, time: TimedDecision): Transition {
  if (isRolledBack(domain)) return decideOnRollBack(domain, observation, time);
  const isEnding = time.now.toISOString() >= domain.installDeadlineAt;
  if (observation.kind === 'not-everywhere-yet' && !isEnding) return noTransition(domain, time.timings.installPollSeconds);
  if (observation.kind === 'new-certificate-seen' || observation.kind === 'not-everywhere-yet')
    return toActive(domain, { code: 'ok', evidence: observation.evidence }, time);
  if (observation.kind === 'nothing-seen' && observation.seenByAgent) {
    return toActive(domain, { code: 'certificate_not_served', evidence: observation.evidence }, time);
  }
  if (observation.kind === 'nothing-seen' && observation.isPutBack && domain.served)
    return toRolledBack(domain, domain.served.certificate, observation, time);
  if (isEnding) return toNotInstalled(domain, observation, time);
  const pace = { baseSeconds: time.timings.installPollSeconds, longestSeconds: WORK_LONGEST_SECONDS };
  const pause = backOff(pace, { endsAt: domain.installDeadlineAt, seconds: time.timings.installWindowSeconds }, time.now);
  const waitSeconds = waitUntil(time.now, pause, domain.installDeadlineAt);
  const finding = notYetFinding(domain, observation, isLate(domain.installDeadlineAt, time));
  if (isKnownFinding(domain, finding)) return noTransition(domain, waitSeconds);
  const found = { ...finding, evidence: evidenceOf(observation) };
  const error = observation.dns && unmatchedError(domain, observation.dns);
  return transitionTo(withFinding(domain, found, time.now, error), 'certificate.awaited', [], waitSeconds);
}

function isRolledBack(domain: Installing): domain is RolledBack {
  return domain.rolledBack !== undefined;
}

/**
 * The certificate was seen where DNS points, which may be the old server if the domain was moved meanwhile. Ahead of its traffic
 * it was seen at its server, and waits for the CNAME. After a switch from DNS to HTTP validation during the order, the hostname
 * is validated here, as nothing has checked it before.
 */
function toActive(domain: Installing, found: Diagnosis, time: TimedDecision): Transition {
  if (isAheadOfTraffic(domain) && domain.dnsStatus === 'pending')
    return transitionTo(toReady(withoutPhase(domain), domain.issued, found.evidence, time), 'certificate.ready', [
      'certificate.installed',
    ]);
  const isNewTraffic = domain.dnsStatus === 'pending';
  const events: EventName[] = [
    ...(isNewTraffic ? (['domain.validated'] as const) : []),
    'certificate.installed',
    domain.served ? 'certificate.renewed' : 'certificate.issued',
  ];
  const active: CommonDomain = {
    ...withOnlySeen(withoutPhase(domain), found, time.now),
    ...(isNewTraffic && { dnsStatus: 'validated' as const }),
    served: toFirstServed(domain.issued, time.now),
    sslStatus: 'active',
  };
  return transitionTo(toServedAtRest(active, domain.issued, time), 'certificate.installed', events);
}

/** Clears all conditions except the CNAME's. `unseen` stays if only the server's own agent has seen the certificate. */
export function withOnlySeen<Row extends CommonDomain>(row: Row, found: Omit<Diagnosis, 'checkedAt'>, now: Date): Row {
  const seen = withOnlyConditions({ ...row, allClear: clearAt(now, found.evidence) }, 'cname');
  return found.code === 'ok' ? seen : withConditions(seen, { unseen: toCondition(row.conditions.unseen, found, now) });
}

/** The certificate is seen served for the first time. */
export function toFirstServed(certificate: CertificateFacts, now: Date): Served {
  return {
    certificate,
    since: now.toISOString(),
    renewAt: renewalTime(certificate),
    renewalFailures: 0,
    notified: { failures: [], risks: [], expiryNotices: 0 },
  };
}

type NotYet = Exclude<InstallationObservation, { kind: 'new-certificate-seen' | 'not-everywhere-yet' }>;

/** A connected agent fetches the certificate within this many checks: at 15 s each, twice its quiet minute. */
const POLLS_UNTIL_LATE = 10;

/** True when a certificate that the server has until the deadline should have been seen there by now. */
export function isLate(deadlineAt: string, time: TimedDecision): boolean {
  return (
    deadlineAt < addSeconds(time.now, time.timings.installWindowSeconds - POLLS_UNTIL_LATE * time.timings.installPollSeconds)
  );
}

function evidenceOf({ evidence, dns }: NotYet): Diagnosis['evidence'] {
  return dns ? [...evidence, ...dns.evidence] : evidence;
}

function notYetFinding(domain: Installing, observation: NotYet, isLate: boolean): Finding {
  if (observation.dns) return unmatchedFinding(observation.dns);
  if (observation.blocked) return { code: 'certificate_install_failed', ...observation.blocked };
  const quiet: Finding = { code: domain.sslStatus === 'active' ? 'ok' : 'in_progress' };
  if (observation.kind === 'other-certificate-seen') {
    const isThePresentOne = observation.fingerprintSha256 === domain.served?.certificate.fingerprintSha256;
    return isThePresentOne && !isLate ? quiet : { code: 'certificate_install_failed', observed: observation.fingerprintSha256 };
  }
  if (!observation.serverConnected) return { code: 'server_not_connected', ...observation.whyNot };
  if (observation.isRefused) return REFUSED;
  return isLate ? { code: 'certificate_not_served' } : quiet;
}

function toNotInstalled(domain: Installing, observation: NotYet, time: TimedDecision): Transition {
  const observed = observation.kind === 'other-certificate-seen' ? { observed_fingerprint: observation.fingerprintSha256 } : {};
  const error: DomainError = {
    code: 'certificate_install_failed',
    details: { domain: domain.url, expected_fingerprint: domain.issued.fingerprintSha256, ...observed },
  };
  const evidence = evidenceOf(observation);
  const found = { ...notYetFinding(domain, observation, true), code: 'certificate_install_failed' as const, evidence };
  return toCertificateFailed(domain, { ...toCondition(undefined, found, time.now), error }, time);
}
