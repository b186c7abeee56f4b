import type { Domain, DomainIn, Served } from './domain-row.schema.ts';
import { dryRunTime, expiryNotices, latestRenewal, renewalTime } from './renewal-time.ts';
import { askedAgainAt } from './revocation.ts';

/**
 * What time alone can change of a domain that has had a certificate, and whose hostname is still its own. One that moves may have
 * a younger one on its servers, unless a renewal has failed: then that was not seen there, and the former one is what ends.
 */
export function watchedOf(domain: Domain): Served | undefined {
  const { served, claimLost, phase } = domain;
  if (served === undefined || claimLost || phase === 'removing') return undefined;
  const { certificate, renewAt, renewalFailures } = served;
  const isYounger = domain.phase === 'moving' && renewalFailures === 0 && domain.issued.notAfter > certificate.notAfter;
  if (!isYounger) return served;
  const planned = renewalTime(domain.issued);
  const isTriedLater = renewAt > planned;
  return { ...served, certificate: domain.issued, renewAt: isTriedLater ? renewAt : planned };
}

/** Whether nobody is at work on the domain, and what it serves is valid, or was until its end. */
export function isWatchedAtRest(domain: Domain): boolean {
  return domain.phase === 'active' || (domain.phase === 'failed' && domain.conditions.expiry !== undefined);
}

/** Whether nobody is at work on the domain because its CNAME was not there in time: it may come late. */
export function isAwaitedAtRest(domain: Domain): domain is DomainIn<'failed'> {
  const { phase, dnsStatus, conditions, claimLost } = domain;
  return (
    phase === 'failed' && dnsStatus === 'error' && conditions.failure?.error?.code === 'dns_validation_timeout' && !claimLost
  );
}

/**
 * `isWatchedAtRest`, unless its CNAME has been away for too long. A move may wait for somebody's DNS for months: it goes on where
 * it was when the renewal is over.
 */
export function mayRenew(domain: Domain): boolean {
  return domain.phase === 'moving' || (isWatchedAtRest(domain) && domain.conditions.cname?.renewalPausedAt === undefined);
}

/** Whether a valid certificate should have been replaced by now, whatever was in the way. */
export function isPastLatestRenewal(domain: Domain, now: Date): boolean {
  const watched = watchedOf(domain);
  return watched !== undefined && domain.sslStatus === 'active' && latestRenewal(watched.certificate) <= now.toISOString();
}

/** Whether a check finds out if the next renewal would succeed. After a failure, the next try does. */
export function isDryRunDue(domain: Domain, now: Date): boolean {
  const { phase, served } = domain;
  if (phase !== 'active' || served === undefined || served.renewalFailures > 0) return false;
  return dryRunTime(served.certificate, served.renewAt) <= now.toISOString();
}

/** When a domain that rests, with something wrong, is looked at before its daily visit, or because it has none. */
export function nextCheck(domain: Domain): string | undefined {
  const isLookedAt = isAwaitedAtRest(domain) || (watchedOf(domain) !== undefined && isWatchedAtRest(domain));
  return isLookedAt ? domain.nextCheckAt : undefined;
}

export function isCheckDue(domain: Domain, now: Date): boolean {
  const at = nextCheck(domain);
  return at !== undefined && at <= now.toISOString();
}

/**
 * When the scan has something to do for a domain, whatever step is at work on it: the earliest of its renewal, a notice, its
 * certificate's end and the next check of what is wrong.
 */
export function scanTime(domain: Domain): string | undefined {
  const watched = watchedOf(domain);
  if (!watched) return nextCheck(domain);
  const { certificate, renewAt, notified } = watched;
  const notices = expiryNotices(certificate).slice(notified.expiryNotices);
  const ends = domain.sslStatus === 'active' ? [...notices, certificate.notAfter] : [];
  const renewal = mayRenew(domain) ? renewAt : undefined;
  const revocation = askedAgainAt(domain);
  return [renewal, revocation, nextCheck(domain), ...ends].filter((at) => at !== undefined).toSorted()[0];
}
