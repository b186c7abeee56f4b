import type { CertificateFacts, Diagnosis, Domain, DomainError, DomainIn } from '../domains/domain-row.schema.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { after } from '../shared/instant.ts';
import { backOff, WORK_LONGEST_SECONDS } from './back-off.ts';
import type { InstallationObservation } from './observation.ts';
import { sameVerdict } from './same-verdict.ts';
import { moved, stay, type Transition, waitUntil } from './transition.ts';

type Installing = DomainIn<'installing'>;

/** Active when the new certificate is seen from outside, or when we see nothing but an agent saw it on its own machine. */
export function decideOnInstallation(domain: Installing, seen: InstallationObservation, now: Date, timings: Timings): Transition {
  if (seen.kind === 'new-certificate-seen') return activated(domain, { code: 'ok', evidence: seen.evidence }, now);
  if (seen.kind === 'nothing-seen' && seen.seenByAgent) {
    return activated(domain, { code: 'certificate_not_served', evidence: seen.evidence }, now);
  }
  if (now.toISOString() >= domain.installDeadlineAt) return notInstalled(domain, seen, now);
  const pace = { baseSeconds: timings.installPollSeconds, longestSeconds: WORK_LONGEST_SECONDS };
  const pause = backOff(pace, { endsAt: domain.installDeadlineAt, seconds: timings.installWindowSeconds }, now);
  const waitSeconds = waitUntil(now, pause, domain.installDeadlineAt);
  const verdict = notYetVerdict(seen, isLate(domain, now, timings));
  if (sameVerdict(domain.diagnosis, verdict)) return stay(domain, waitSeconds);
  const diagnosis = { ...verdict, evidence: seen.evidence, checkedAt: now.toISOString() };
  return moved({ ...domain, diagnosis }, 'certificate.awaited', [], waitSeconds);
}

function activated(domain: Installing, diagnosis: Diagnosis, now: Date): Transition {
  const { issued, installDeadlineAt: _, error: __, ...rest } = domain;
  const isFirst = domain.certificate === undefined;
  const next: Domain = {
    ...rest,
    phase: 'active',
    sslStatus: 'active',
    diagnosis: { ...diagnosis, checkedAt: now.toISOString() },
    certificate: issued,
    lastRenewedAt: now.toISOString(),
    renewAt: renewalInstant(issued),
  };
  return moved(
    next,
    'certificate.installed',
    isFirst ? ['certificate.installed', 'certificate.issued'] : ['certificate.installed'],
  );
}

/** A third of the lifetime before its end, the share that CAs recommend. */
export function renewalInstant({ notBefore, notAfter }: Pick<CertificateFacts, 'notBefore' | 'notAfter'>): string {
  const end = Date.parse(notAfter);
  return new Date(end - (end - Date.parse(notBefore)) / 3).toISOString();
}

type NotYet = Exclude<InstallationObservation, { kind: 'new-certificate-seen' }>;

/** Within so many first looks a connected agent has fetched the certificate: at 15 s each, twice its quiet minute. */
const LOOKS_UNTIL_LATE = 10;

function isLate({ installDeadlineAt }: Installing, now: Date, timings: Timings): boolean {
  return installDeadlineAt < after(now, timings.installWindowSeconds - LOOKS_UNTIL_LATE * timings.installPollSeconds);
}

function notYetVerdict(seen: NotYet, isLate: boolean): Pick<Diagnosis, 'code' | 'observed'> {
  if (seen.kind === 'other-certificate-seen') return { code: 'certificate_install_failed', observed: seen.fingerprintSha256 };
  if (!seen.serverConnected) return { code: 'server_not_connected' };
  return { code: isLate ? 'certificate_not_served' : 'in_progress' };
}

function notInstalled(domain: Installing, seen: NotYet, now: Date): Transition {
  const { issued, installDeadlineAt: _, ...rest } = domain;
  const observed = seen.kind === 'other-certificate-seen' ? { observed_fingerprint: seen.fingerprintSha256 } : {};
  const error: DomainError = {
    code: 'certificate_install_failed',
    details: { domain: domain.url, expected_fingerprint: issued.fingerprintSha256, ...observed },
  };
  const diagnosis: Diagnosis = {
    ...notYetVerdict(seen, true),
    code: 'certificate_install_failed',
    evidence: seen.evidence,
    checkedAt: now.toISOString(),
  };
  return moved({ ...rest, phase: 'failed', sslStatus: 'error', diagnosis, error }, 'certificate.failed', ['certificate.failed']);
}
