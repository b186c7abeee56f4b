import type { EventName } from '../../contract/api/events.ts';
import { isSameWindow, type RenewalWindow } from '../acme/renewal-window.ts';
import type { Changed } from '../lifecycle/request.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { withEvidence } from '../model/domains/diagnosis-of.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import { renewalTime, watchedOf, withServed } from '../model/domains/renewal-time.ts';

/** What the CA has said about the renewal of a domain's present certificate. */
export interface Hint {
  window: RenewalWindow;
  /** A point in the window, from 0 to 1, rolled for this domain. */
  roll: number;
  evidence: Evidence;
}

/**
 * What a window that the CA suggests makes of a domain: the point in it at which it is renewed, rolled once, as long as the window does
 * not change. The share of the lifetime that is left at the latest overrules it (renewal-time.ts). Undefined: nothing is new.
 */
export function decideOnHint(domain: Domain, { window, roll, evidence }: Hint, now: Date): Changed | undefined {
  const watched = watchedOf(domain);
  const at = now.toISOString();
  if (!watched || watched.certificate.notAfter <= at || isSameWindow(watched.renewalHint, window)) return undefined;
  if (watched.certificate.fingerprintSha256 !== domain.served?.certificate.fingerprintSha256) return undefined;
  const planned = renewalTime(watched.certificate, watched.renewalHint?.at);
  if (window.end <= at) {
    // Its renewal is due already, or was tried and has failed: a window that moves along behind the present tells nothing more.
    return planned <= at ? undefined : revoked(domain, watched, { window, evidence }, at);
  }
  const hinted = { ...window, at: pointIn(window, roll) };
  const renewAt = later(renewalTime(watched.certificate, hinted.at), at);
  const isBeingRetried = watched.renewalFailures > 0;
  // Before its plan: somebody has asked for it (a revocation, an administrator), since this visit began perhaps, and it waits for its turn.
  const isAskedFor = watched.renewAt < planned;
  const planning = { renewalHint: hinted, ...(!isBeingRetried && !isAskedFor && { renewAt }) };
  const next = { ...withServed(domain, planning), updatedAt: at };
  return { kind: 'changed', domain: next, timeline: 'certificate.renewal_planned', events: [], startExecution: false };
}

/**
 * A window that is over before the renewal was due is how a CA says that it has revoked the certificate, or will (RFC 9773, section 4.2,
 * and what Let's Encrypt does in an incident): it is replaced at once, and told once.
 */
function revoked(domain: Domain, { revokedAt }: Served, { window, evidence }: Omit<Hint, 'roll'>, at: string): Changed {
  const known = withServed(domain, { renewalHint: { ...window, at }, renewAt: at, revokedAt: revokedAt ?? at });
  const next: Domain = { ...withEvidence(known, 'acme', [evidence], new Date(at)), updatedAt: at };
  const events: EventName[] = revokedAt === undefined ? ['certificate.revoked'] : [];
  return { kind: 'changed', domain: next, timeline: 'certificate.revoked', events, startExecution: false };
}

function pointIn({ start, end }: RenewalWindow, roll: number): string {
  const from = Date.parse(start);
  return new Date(from + roll * (Date.parse(end) - from)).toISOString();
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
