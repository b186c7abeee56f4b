import type { Diagnosis, DomainIn } from '../model/domains/domain-row.schema.ts';
import { withoutPhase } from '../model/domains/phase.ts';
import type { EventName } from '../shared/contract/events.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { backOff, WORK_LONGEST_SECONDS } from './back-off.ts';
import { unmatchedVerdict } from './dns-transition.ts';
import { isLate, served } from './installation-transition.ts';
import type { DnsObservation, InstallationObservation, MoveObservation } from './observation.ts';
import { pauseBefore, serversToRetireFrom, settled } from './retirement-transition.ts';
import { type DiagnosisVerdict, moved, rests, sameVerdict, stay, type Transition, waitUntil } from './transition.ts';

type Moving = DomainIn<'moving'>;

/**
 * A domain on its way to another server, while the old one serves. It has arrived when one look sees the new server serve it and
 * DNS lead there; nothing ends it otherwise. After the deadline it is looked at now and then, without an open execution.
 */
export function decideOnMove(domain: Moving, seen: MoveObservation, now: Date, timings: Timings): Transition {
  const isSeen = wasSeen(seen.installation);
  if (isSeen && seen.dns.kind === 'cname-matched') return arrived(domain, seen, now, timings);
  const verdict = notYetVerdict(domain, seen, now, timings);
  const diagnosis: Diagnosis = { ...verdict, evidence: evidenceOf(seen), checkedAt: now.toISOString() };
  if (isSeen && domain.move?.state === 'installing') {
    const move = { ...domain.move, state: 'awaiting_dns' as const };
    return moved(
      { ...domain, move, diagnosis },
      'certificate.installed',
      ['certificate.installed'],
      timings.dnsCheckIntervalSeconds,
    );
  }
  if (now.toISOString() >= domain.moveDeadlineAt)
    return rests({ ...domain, diagnosis }, 'move.awaited', watchSeconds(domain, now, timings));
  const waitSeconds = waitUntil(now, pauseSeconds(domain, isSeen, now, timings), domain.moveDeadlineAt);
  if (sameVerdict(domain.diagnosis, verdict)) return stay(domain, waitSeconds);
  return moved({ ...domain, diagnosis }, 'move.awaited', [], waitSeconds);
}

/** By us from outside, or by its agent where we see nothing. */
function wasSeen(installation: InstallationObservation): boolean {
  if (installation.kind === 'nothing-seen') return installation.seenByAgent;
  return installation.kind === 'new-certificate-seen';
}

/** The old server serves on until resolvers have forgotten its label. */
function arrived(domain: Moving, seen: MoveObservation, now: Date, timings: Timings): Transition {
  const { issued, move, dnsStatus } = domain;
  const { move: _, error: __, ...rest } = withoutPhase(domain);
  const isRenewed = issued.fingerprintSha256 !== domain.certificate?.fingerprintSha256;
  const events: EventName[] = [];
  if (move?.state === 'installing') events.push('certificate.installed');
  if (isRenewed) events.push('certificate.renewed');
  if (dnsStatus === 'error') events.push('domain.dns_restored');
  const code = seen.installation.kind === 'new-certificate-seen' ? 'ok' : 'certificate_not_served';
  const next = settled({
    ...rest,
    ...(isRenewed && served(issued, now)),
    dnsStatus: 'validated',
    diagnosis: { code, evidence: evidenceOf(seen), checkedAt: now.toISOString() },
    retireFrom: serversToRetireFrom(domain, [move?.fromServerId]).filter((id) => id !== domain.serverId),
  });
  return moved(next, 'move.completed', events, pauseBefore(next, timings));
}

function notYetVerdict(domain: Moving, { installation, dns }: MoveObservation, now: Date, timings: Timings): DiagnosisVerdict {
  if (wasSeen(installation)) return dnsVerdict(domain, dns);
  if (installation.kind === 'nothing-seen' && !installation.serverConnected) return { code: 'server_not_connected' };
  const wasSeenBefore = domain.move?.state === 'awaiting_dns';
  const isMissed = wasSeenBefore || dns.kind === 'cname-matched' || isLate(domain.moveDeadlineAt, now, timings);
  if (!isMissed) return domain.dnsStatus === 'error' ? dnsVerdict(domain, dns) : { code: 'ok' };
  if (installation.kind === 'other-certificate-seen')
    return { code: 'certificate_not_served', observed: installation.fingerprintSha256 };
  return { code: 'certificate_not_served' };
}

/** An answer that cannot be used changes nothing that was said of DNS. */
function dnsVerdict({ diagnosis, dnsStatus }: Moving, dns: DnsObservation): DiagnosisVerdict {
  if (dns.kind === 'cname-missing' || dns.kind === 'cname-elsewhere') return unmatchedVerdict(dns);
  if (diagnosis.code === 'cname_not_found' || diagnosis.code === 'invalid_cname_target') return verdictOf(diagnosis);
  return { code: dnsStatus === 'error' ? 'dns_validation_failed' : 'ok' };
}

function verdictOf({ code, reason, observed }: Diagnosis): DiagnosisVerdict {
  return { code, ...(reason && { reason }), ...(observed !== undefined && { observed }) };
}

function evidenceOf({ installation, dns }: MoveObservation): Diagnosis['evidence'] {
  return [...installation.evidence, ...dns.evidence];
}

/** Installing takes seconds where an agent runs; a customer's DNS is looked at as in validation. */
function pauseSeconds({ moveDeadlineAt }: Moving, isSeen: boolean, now: Date, timings: Timings): number {
  if (isSeen) return timings.dnsCheckIntervalSeconds;
  const pace = { baseSeconds: timings.installPollSeconds, longestSeconds: WORK_LONGEST_SECONDS };
  return backOff(pace, { endsAt: moveDeadlineAt, seconds: timings.installWindowSeconds }, now);
}

/** A quarter of the time that the move has lasted, at most as long as its window: four looks on the second day, then one a day. */
function watchSeconds({ moveDeadlineAt }: Moving, now: Date, { installWindowSeconds }: Timings): number {
  const pace = { baseSeconds: 0, longestSeconds: installWindowSeconds };
  return backOff(pace, { endsAt: moveDeadlineAt, seconds: installWindowSeconds }, now);
}
