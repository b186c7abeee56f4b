import type { Domain, DomainIn, Served } from './domain-row.schema.ts';
import type { CertificateFacts } from './issuance.schema.ts';
import { askedAgainAt } from './revocation.ts';

// When a certificate is replaced, as shares of its lifetime: lifetimes shrink (90 days, 45 from 2028, 6 by choice), a number of
// days would not.

type Lifetime = Pick<CertificateFacts, 'notBefore' | 'notAfter'> & Partial<Pick<CertificateFacts, 'ca'>>;

/** What certificates of CloudFront's own CA have as their CA. */
export const AMAZON_CA = 'Amazon';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Certificates that live shorter are replaced at half of their lifetime, as Let's Encrypt advises: a third would be too few days
 * for a failure.
 */
const SHORT_LIVED_MS = 10 * DAY_MS;

/** The share of the lifetime that is left at the planned replacement, and at the latest, whatever else is said. */
const LEFT = { planned: 1 / 3, atLeast: 1 / 6 };
const LEFT_OF_SHORT_LIVED = { planned: 1 / 2, atLeast: 1 / 4 };
/**
 * AWS renews its own, 45 days before the end of 198 or 60 of 395 (ACM User Guide, "Managed certificate renewal"). It is looked
 * for another only when that should have been done long since.
 */
const LEFT_OF_AMAZON = { planned: 1 / 8, atLeast: 1 / 16 };

/**
 * When a certificate is to be replaced. Three voices: the instant that the CA hints at, if it does; the share of the lifetime
 * that CAs recommend; and an emergency floor that overrules both.
 */
export function renewalTime(certificate: Lifetime, hintedAt?: string): string {
  const { planned, atLeast } = leftOf(certificate);
  const wanted = hintedAt === undefined ? timeLeft(certificate, planned) : Date.parse(hintedAt);
  return new Date(Math.min(wanted, timeLeft(certificate, atLeast))).toISOString();
}

function leftOf(certificate: Lifetime) {
  if (certificate.ca === AMAZON_CA) return LEFT_OF_AMAZON;
  return lifetimeMs(certificate) < SHORT_LIVED_MS ? LEFT_OF_SHORT_LIVED : LEFT;
}

/** What stands in the way of a renewal is looked for so long before it; of a short life, a fifth. */
const DRY_RUN_AHEAD_MS = 7 * DAY_MS;
const DRY_RUN_AHEAD_SHARE = 1 / 5;

/** When checks begin to find out whether a renewal planned for then would succeed. */
function dryRunTime(certificate: Lifetime, renewAt: string): string {
  return new Date(Date.parse(renewAt) - aheadMs(certificate)).toISOString();
}

/**
 * Whether so little is left of what is shown for a hostname, measured by the life of its own certificate, that it should be
 * another by now.
 */
export function endsSoon(shownUntil: string, certificate: Lifetime, now: Date): boolean {
  return Date.parse(shownUntil) - now.getTime() <= aheadMs(certificate);
}

function aheadMs(certificate: Lifetime): number {
  return Math.min(DRY_RUN_AHEAD_MS, DRY_RUN_AHEAD_SHARE * lifetimeMs(certificate));
}

/** The instant at which a certificate is replaced at the latest: from then on its own end is the greater risk. */
function latestRenewal(certificate: Lifetime): string {
  return renewalTime(certificate, certificate.notAfter);
}

/** Of 90 days: three hours after the first failure, twice that after the next, at most a day. */
const FIRST_GAP = 1 / 720;
const LONGEST_GAP = 1 / 90;
/** So many more tries fit into the time that is left, until the gaps are as short as the first. */
const TRIES_THAT_FIT = 4;

/** When a renewal that has failed so many times in a row is tried again: in growing gaps that fit the remaining life. */
export function nextTry(certificate: Lifetime, failures: number, now: Date): string {
  const lifetime = lifetimeMs(certificate);
  const left = Date.parse(certificate.notAfter) - now.getTime();
  const grown = FIRST_GAP * lifetime * 2 ** (failures - 1);
  const fitting = Math.max(left / TRIES_THAT_FIT, FIRST_GAP * lifetime);
  const gap = left > 0 ? Math.min(grown, fitting, LONGEST_GAP * lifetime) : gapAfterEnd(lifetime, -left);
  return new Date(now.getTime() + gap).toISOString();
}

/** Until then a former certificate is put back where its successor is refused: later, the next try may come behind its end. */
export function rollBackEnd(certificate: Lifetime): string {
  return new Date(timeLeft(certificate, LONGEST_GAP)).toISOString();
}

/**
 * Once a day at first, of 90, and ever more seldom the longer ago the end is: a name that was left behind costs less and less.
 */
function gapAfterEnd(lifetime: number, sinceEnd: number): number {
  return Math.max(LONGEST_GAP * lifetime, sinceEnd / 2);
}

/** Days before its end at which the holder of a certificate that was not renewed is told. */
const NOTICE_DAYS = [30, 14, 7, 3, 1];
/** They are meant for this lifetime; in a shorter one they shrink with it. */
const NOTICES_ARE_FOR_MS = 90 * DAY_MS;

/**
 * Instants, earliest first, at which `certificate.expiring` is due while a certificate is not renewed. One that comes before a
 * renewal could have failed for a day says nothing: that is every renewal on its way.
 */
export function expiryNotices(certificate: Lifetime): string[] {
  const scale = Math.min(1, lifetimeMs(certificate) / NOTICES_ARE_FOR_MS);
  const planned = Date.parse(renewalTime(certificate)) + scale * DAY_MS;
  const end = Date.parse(certificate.notAfter);
  const instants = NOTICE_DAYS.map((days) => end - days * scale * DAY_MS).filter((at) => at >= planned);
  return instants.map((at) => new Date(at).toISOString());
}

function lifetimeMs({ notBefore, notAfter }: Lifetime): number {
  return Date.parse(notAfter) - Date.parse(notBefore);
}

/** The instant at which this share of the lifetime is left. */
function timeLeft(certificate: Lifetime, share: number): number {
  return Date.parse(certificate.notAfter) - share * lifetimeMs(certificate);
}

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

/** The domain with these changes to what is known of the certificate that it serves, if there is one. */
export function withServed<D extends Pick<Domain, 'served'>>(domain: D, changes: Partial<Served>): D {
  return domain.served ? { ...domain, served: { ...domain.served, ...changes } } : domain;
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

/** The scan begins the renewal at the pace of the order budget, once nothing else is under way. */
export function toRenewalDue(domain: Domain, now: Date): Domain {
  const at = now.toISOString();
  return { ...withServed(domain, { renewAt: at }), updatedAt: at };
}
