import type { EventName } from '../../contract/api/events.ts';
import { isSameWindow, type RenewalWindow } from '../acme/renewal-window.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { withEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import { renewalTime } from '../model/domains/renewal-time.ts';
import { watchedCertificateOf } from '../model/domains/scan-time.ts';
import type { Changed } from './request.ts';
import { withServed } from './transition.ts';

/** The CA's renewal information (ARI) for a domain's current certificate. */
export interface Hint {
  window: RenewalWindow;
  /** A point in the window, from 0 to 1, random for each domain. */
  randomPoint: number;
  evidence: Evidence;
}

/**
 * Plans the renewal at a random point of the CA's suggested window, drawn once per window. The latest renewal time by lifetime
 * still applies (renewal-time.ts). Undefined: no news.
 */
export function decideOnHint(domain: Domain, { window, randomPoint, evidence }: Hint, now: Date): Changed | undefined {
  const watched = watchedCertificateOf(domain);
  const at = now.toISOString();
  if (!watched || watched.certificate.notAfter <= at || isSameWindow(watched.renewalHint, window)) return undefined;
  if (watched.certificate.fingerprintSha256 !== domain.served?.certificate.fingerprintSha256) return undefined;
  const planned = renewalTime(watched.certificate, watched.renewalHint?.at);
  if (window.end <= at) {
    // The renewal is already due or has failed: a past window that moves on is no news.
    return planned <= at ? undefined : toRevoked(domain, watched, { window, evidence }, at);
  }
  const hinted = { ...window, at: pointIn(window, randomPoint) };
  const renewAt = later(renewalTime(watched.certificate, hinted.at), at);
  const isBeingRetried = watched.renewalFailures > 0;
  // A renewal was requested earlier than planned (a revocation, an administrator), maybe during this visit, and waits for its
  // turn.
  const isAskedFor = watched.renewAt < planned;
  const planning = { renewalHint: hinted, ...(!isBeingRetried && !isAskedFor && { renewAt }) };
  const next = { ...withServed(domain, planning), updatedAt: at };
  return { kind: 'changed', domain: next, timeline: 'certificate.renewal_planned', events: [], startExecution: false };
}

/**
 * A window in the past, before the renewal was due, is how a CA announces a revocation (RFC 9773, section 4.2; Let's Encrypt does
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
