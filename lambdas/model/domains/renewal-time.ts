import type { CertificateFacts } from './issuance.schema.ts';

// When a certificate is replaced, as shares of its lifetime: lifetimes shrink (90 days, 45 from 2028, 6 by choice), so a number
// of days would not fit.

type Lifetime = Pick<CertificateFacts, 'notBefore' | 'notAfter'> & Partial<Pick<CertificateFacts, 'ca'>>;

/** The CA name of certificates from CloudFront's own CA. */
export const AMAZON_CA = 'Amazon';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Shorter-lived certificates are replaced at half of their lifetime, as Let's Encrypt advises: a third would leave too few days
 * for a failure.
 */
const SHORT_LIVED_MS = 10 * DAY_MS;

/** The share of the lifetime that is left at the planned replacement, and at the latest one. */
const LEFT = { planned: 1 / 3, atLeast: 1 / 6 };
const LEFT_OF_SHORT_LIVED = { planned: 1 / 2, atLeast: 1 / 4 };
/**
 * AWS renews its own certificates, 45 days before the end of 198 or 60 of 395 (ACM User Guide, "Managed certificate renewal"). We
 * look for another only long after that.
 */
const LEFT_OF_AMAZON = { planned: 1 / 8, atLeast: 1 / 16 };

/**
 * When a certificate is to be replaced. Three inputs: the instant that the CA suggests, if it does; the share of the lifetime
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

/** Dry runs begin this long before a renewal; for a short lifetime, a fifth of it. */
const DRY_RUN_AHEAD_MS = 7 * DAY_MS;
const DRY_RUN_AHEAD_SHARE = 1 / 5;

/** When checks begin to test whether a renewal planned for then would succeed. */
export function dryRunTime(certificate: Lifetime, renewAt: string): string {
  return new Date(Date.parse(renewAt) - aheadMs(certificate)).toISOString();
}

/**
 * True when the certificate that is served should have been replaced, measured by the lifetime of the hostname's own certificate.
 */
export function isOverdueForReplacement(shownUntil: string, certificate: Lifetime, now: Date): boolean {
  return Date.parse(shownUntil) - now.getTime() <= aheadMs(certificate);
}

function aheadMs(certificate: Lifetime): number {
  return Math.min(DRY_RUN_AHEAD_MS, DRY_RUN_AHEAD_SHARE * lifetimeMs(certificate));
}

/** The latest instant to replace a certificate: after it, its own expiry is the greater risk. */
export function latestRenewal(certificate: Lifetime): string {
  return renewalTime(certificate, certificate.notAfter);
}

/** For 90 days: three hours after the first failure, double after each further one, at most a day. */
const FIRST_GAP = 1 / 720;
const LONGEST_GAP = 1 / 90;
/** This many more tries fit into the remaining time, until the gaps are as short as the first. */
const TRIES_THAT_FIT = 4;

/** When a renewal is retried after this many consecutive failures: in growing gaps that fit the remaining lifetime. */
export function nextRenewalTryAt(certificate: Lifetime, failures: number, now: Date): string {
  const lifetime = lifetimeMs(certificate);
  const left = Date.parse(certificate.notAfter) - now.getTime();
  const grown = FIRST_GAP * lifetime * 2 ** (failures - 1);
  const fitting = Math.max(left / TRIES_THAT_FIT, FIRST_GAP * lifetime);
  const gap = left > 0 ? Math.min(grown, fitting, LONGEST_GAP * lifetime) : gapAfterEnd(lifetime, -left);
  return new Date(now.getTime() + gap).toISOString();
}

/** The end of rollbacks to a former certificate whose successor is refused: later, the next try may come after its expiry. */
export function rollBackDeadline(certificate: Lifetime): string {
  return new Date(timeLeft(certificate, LONGEST_GAP)).toISOString();
}

/** With 90 days, once a day at first, and ever more seldom after the expiry: an abandoned name costs less and less. */
function gapAfterEnd(lifetime: number, sinceEnd: number): number {
  return Math.max(LONGEST_GAP * lifetime, sinceEnd / 2);
}

/** Days before expiry at which the holder of a certificate that was not renewed is notified. */
const NOTICE_DAYS = [30, 14, 7, 3, 1];
/** The notices are defined for this lifetime and shrink with a shorter one. */
const NOTICES_ARE_FOR_MS = 90 * DAY_MS;

/**
 * Instants, earliest first, at which `certificate.expiring` is due while a certificate is not renewed. A notice before a renewal
 * could have failed for a day would be noise: that is every renewal in progress.
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
