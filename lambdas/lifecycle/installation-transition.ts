import type { CertificateFacts, Diagnosis, Domain, DomainError, DomainIn } from '../domains/domain-row.schema.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import { backOff, WORK_LONGEST_SECONDS } from './back-off.ts';
import { sameVerdict } from './dns-transition.ts';
import type { InstallationObservation } from './observation.ts';
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
  const verdict = verdictOn(seen);
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

function verdictOn(seen: NotYet): Pick<Diagnosis, 'code' | 'observed'> {
  if (seen.kind === 'other-certificate-seen') return { code: 'certificate_install_failed', observed: seen.fingerprintSha256 };
  return { code: seen.serverConnected ? 'in_progress' : 'server_not_connected' };
}

function notInstalled(domain: Installing, seen: NotYet, now: Date): Transition {
  const { issued, installDeadlineAt: _, ...rest } = domain;
  const observed = seen.kind === 'other-certificate-seen' ? { observed_fingerprint: seen.fingerprintSha256 } : {};
  const error: DomainError = {
    code: 'certificate_install_failed',
    details: { domain: domain.url, expected_fingerprint: issued.fingerprintSha256, ...observed },
  };
  const diagnosis: Diagnosis = {
    ...verdictOn(seen),
    code: 'certificate_install_failed',
    evidence: seen.evidence,
    checkedAt: now.toISOString(),
  };
  return moved({ ...rest, phase: 'failed', sslStatus: 'error', diagnosis, error }, 'certificate.failed', ['certificate.failed']);
}
