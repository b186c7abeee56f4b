import type { Domain, DomainIn, Served } from './domain-row.schema.ts';
import { dryRunTime, expiryNotices, latestRenewal, renewalTime } from './renewal-time.ts';
import { revocationRetryAt } from './revocation.ts';

/**
 * The certificate whose age matters: that of a domain which has one and still owns its hostname. A moving domain may have a newer
 * one on its servers. But if a renewal has failed, that one was not seen there, and the former one expires.
 */
export function watchedCertificateOf(domain: Domain): Served | undefined {
  const { served, claimLost, phase } = domain;
  if (served === undefined || claimLost || phase === 'removing') return undefined;
  const { certificate, renewAt, renewalFailures } = served;
  const isYounger = domain.phase === 'moving' && renewalFailures === 0 && domain.issued.notAfter > certificate.notAfter;
  if (!isYounger) return served;
  const planned = renewalTime(domain.issued);
  const isTriedLater = renewAt > planned;
  return { ...served, certificate: domain.issued, renewAt: isTriedLater ? renewAt : planned };
}

/** True when no step is at work, and the served certificate is valid, or was until its expiry. */
export function isWatchedAtRest(domain: Domain): boolean {
  return domain.phase === 'active' || (domain.phase === 'failed' && domain.conditions.expiry !== undefined);
}

/** True when no step is at work because the CNAME missed its deadline: it may come late. */
export function isWaitingForCnameAtRest(domain: Domain): domain is DomainIn<'failed'> {
  const { phase, dnsStatus, conditions, claimLost } = domain;
  return (
    phase === 'failed' && dnsStatus === 'error' && conditions.failure?.error?.code === 'dns_validation_timeout' && !claimLost
  );
}

/**
 * `isWatchedAtRest`, unless its CNAME has been missing for too long. A move may wait for DNS for months: it continues after the
 * renewal.
 */
export function mayRenew(domain: Domain): boolean {
  return domain.phase === 'moving' || (isWatchedAtRest(domain) && domain.conditions.cname?.renewalPausedAt === undefined);
}

/** True when a valid certificate should have been replaced by now, whatever prevented it. */
export function isPastLatestRenewal(domain: Domain, now: Date): boolean {
  const watched = watchedCertificateOf(domain);
  return watched !== undefined && domain.sslStatus === 'active' && latestRenewal(watched.certificate) <= now.toISOString();
}

/** True when a check tests whether the next renewal would succeed. After a failure, the next try does. */
export function isDryRunDue(domain: Domain, now: Date): boolean {
  const { phase, served } = domain;
  if (phase !== 'active' || served === undefined || served.renewalFailures > 0) return false;
  return dryRunTime(served.certificate, served.renewAt) <= now.toISOString();
}

/** When an idle domain with a problem is checked before its daily check, or because it has none. */
export function nextCheck(domain: Domain): string | undefined {
  const isLookedAt = isWaitingForCnameAtRest(domain) || (watchedCertificateOf(domain) !== undefined && isWatchedAtRest(domain));
  return isLookedAt ? domain.nextCheckAt : undefined;
}

export function isCheckDue(domain: Domain, now: Date): boolean {
  const at = nextCheck(domain);
  return at !== undefined && at <= now.toISOString();
}

/**
 * When the scan has work for a domain, whatever step is at work: the earliest of its renewal, a notice, its certificate's expiry
 * and the next check of a problem.
 */
export function scanTime(domain: Domain): string | undefined {
  const watched = watchedCertificateOf(domain);
  if (!watched) return nextCheck(domain);
  const { certificate, renewAt, notified } = watched;
  const notices = expiryNotices(certificate).slice(notified.expiryNotices);
  const ends = domain.sslStatus === 'active' ? [...notices, certificate.notAfter] : [];
  const renewal = mayRenew(domain) ? renewAt : undefined;
  const revocation = revocationRetryAt(domain);
  return [renewal, revocation, nextCheck(domain), ...ends].filter((at) => at !== undefined).toSorted()[0];
}
