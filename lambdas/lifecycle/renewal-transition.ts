import type { EventName } from '../../contract/api/events.ts';
import type { Timed } from '../../contract/stack/timings.schema.ts';
import { isSameWindow, type RenewalWindow } from '../acme/renewal-window.ts';
import { withConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { foundIn, withEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import { isAtRest, withoutPhase } from '../model/domains/phase.ts';
import { expiryNotices, mayRenew, renewalTime, watchedOf, withServed } from '../model/domains/renewal-time.ts';
import { askedAgainAt } from '../model/domains/revocation.ts';
import { expiryFailure, withFailure } from './certificate-failure.ts';
import { beginRenewal } from './obstacle.ts';
import type { Changed } from './request.ts';
import { beginRevocation } from './revocation-transition.ts';

/**
 * What the passing of time changes in a domain with a certificate: its expiry, a notice before it, its renewal. One at a time.
 * The first two happen during any step, which then decides again. Undefined: nothing is due.
 */
export function decideOnScan(domain: Domain, time: Timed): Changed | undefined {
  const watched = watchedOf(domain);
  if (!watched) return undefined;
  const { certificate, renewAt, notified } = watched;
  const at = time.now.toISOString();
  if (domain.sslStatus === 'active' && certificate.notAfter <= at) return toEnded(domain, watched, time.now);
  const notices = expiryNotices(certificate).filter((due) => due <= at).length;
  if (domain.sslStatus === 'active' && notices > notified.expiryNotices) {
    const next = withServed(domain, { notified: { ...notified, expiryNotices: notices } });
    return toEnd({ ...next, updatedAt: at }, 'certificate.expiring');
  }
  if (mayRenew(domain) && renewAt <= at) return beginRenewal(domain, 'certificate.renewal_started', time);
  return revocationDue(domain, time);
}

/** A CA that has not revoked a certificate is asked again. */
function revocationDue(domain: Domain, time: Timed): Changed | undefined {
  const againAt = askedAgainAt(domain);
  if (!domain.revocation || againAt === undefined || againAt > time.now.toISOString()) return undefined;
  return beginRevocation(domain, domain.revocation, time);
}

/** Nothing valid is served any more. A renewal under way continues; for a domain at rest the next try stays due. */
function toEnded(domain: Domain, { certificate }: Served, now: Date): Changed {
  const expiry = expiryFailure(domain, certificate, foundIn(domain));
  const over = { sslStatus: 'error' as const, updatedAt: now.toISOString() };
  if (!isAtRest(domain.phase)) return toEnd({ ...withConditions(domain, { expiry }), ...over }, 'certificate.expired');
  return toEnd({ ...withFailure(withoutPhase(domain), expiry), ...over, phase: 'failed' }, 'certificate.expired');
}

function toEnd(domain: Domain, what: 'certificate.expiring' | 'certificate.expired'): Changed {
  return { kind: 'changed', domain, timeline: what, events: [what], startExecution: false };
}

/** What the CA has said about the renewal of a domain's present certificate. */
export interface Hint {
  window: RenewalWindow;
  /** A point in the window, from 0 to 1, random for each domain. */
  randomPoint: number;
  evidence: Evidence;
}

/**
 * Plans the renewal at a random point of the window that the CA suggests, drawn once per window. The latest renewal time by
 * lifetime still applies (renewal-time.ts). Undefined: nothing is new.
 */
export function decideOnHint(domain: Domain, { window, randomPoint, evidence }: Hint, now: Date): Changed | undefined {
  const watched = watchedOf(domain);
  const at = now.toISOString();
  if (!watched || watched.certificate.notAfter <= at || isSameWindow(watched.renewalHint, window)) return undefined;
  if (watched.certificate.fingerprintSha256 !== domain.served?.certificate.fingerprintSha256) return undefined;
  const planned = renewalTime(watched.certificate, watched.renewalHint?.at);
  if (window.end <= at) {
    // The renewal is due already, or has failed: a window that moves along in the past says nothing new.
    return planned <= at ? undefined : toRevoked(domain, watched, { window, evidence }, at);
  }
  const hinted = { ...window, at: pointIn(window, randomPoint) };
  const renewAt = later(renewalTime(watched.certificate, hinted.at), at);
  const isBeingRetried = watched.renewalFailures > 0;
  // Before its plan: somebody has asked for it (a revocation, an administrator), since this visit began perhaps, and it waits for
  // its turn.
  const isAskedFor = watched.renewAt < planned;
  const planning = { renewalHint: hinted, ...(!isBeingRetried && !isAskedFor && { renewAt }) };
  const next = { ...withServed(domain, planning), updatedAt: at };
  return { kind: 'changed', domain: next, timeline: 'certificate.renewal_planned', events: [], startExecution: false };
}

/**
 * A window in the past before the renewal was due is how a CA announces a revocation (RFC 9773, section 4.2; Let's Encrypt does
 * this in an incident). The certificate is renewed at once and its holder notified once.
 */
function toRevoked(domain: Domain, { revokedAt }: Served, { window, evidence }: Omit<Hint, 'randomPoint'>, at: string): Changed {
  const known = withServed(domain, { renewalHint: { ...window, at }, renewAt: at, revokedAt: revokedAt ?? at });
  const next: Domain = { ...withEvidence(known, 'acme', [evidence], new Date(at)), updatedAt: at };
  const events: EventName[] = revokedAt === undefined ? ['certificate.revoked'] : [];
  return { kind: 'changed', domain: next, timeline: 'certificate.revoked', events, startExecution: false };
}

function pointIn({ start, end }: RenewalWindow, randomPoint: number): string {
  const from = Date.parse(start);
  return new Date(from + randomPoint * (Date.parse(end) - from)).toISOString();
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
