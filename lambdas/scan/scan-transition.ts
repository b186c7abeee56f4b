import type { Timings } from '../../contract/stack/timings.schema.ts';
import { expired, withFailure } from '../lifecycle/certificate-failure.ts';
import type { Changed } from '../lifecycle/request.ts';
import { renewalBegun } from '../lifecycle/requests/domain-requests.ts';
import { revocationBegun } from '../lifecycle/revocation-transition.ts';
import { withConditions } from '../model/domains/diagnosis/conditions.ts';
import { foundIn } from '../model/domains/diagnosis-of.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import { isAtRest, withoutPhase } from '../model/domains/phase.ts';
import { expiryNotices, mayRenew, watchedOf, withServed } from '../model/domains/renewal-time.ts';
import { askedAgainAt } from '../model/domains/revocation.ts';

/**
 * What time alone makes of a domain with a certificate: its end, a notice before its end, its renewal. One at a time; the first two
 * whatever step is at work, which then decides again. Undefined: nothing is due.
 */
export function decideOnScan(domain: Domain, now: Date, timings: Timings): Changed | undefined {
  const watched = watchedOf(domain);
  if (!watched) return undefined;
  const { certificate, renewAt, notified } = watched;
  const at = now.toISOString();
  if (domain.sslStatus === 'active' && certificate.notAfter <= at) return ended(domain, watched, now);
  const notices = expiryNotices(certificate).filter((due) => due <= at).length;
  if (domain.sslStatus === 'active' && notices > notified.expiryNotices) {
    const next = withServed(domain, { notified: { ...notified, expiryNotices: notices } });
    return toEnd({ ...next, updatedAt: at }, 'certificate.expiring');
  }
  if (mayRenew(domain) && renewAt <= at) return renewalBegun(domain, 'certificate.renewal_started', now, timings);
  return revocationDue(domain, now, timings);
}

/** A CA that has not revoked a certificate is asked again. */
function revocationDue(domain: Domain, now: Date, timings: Timings): Changed | undefined {
  const againAt = askedAgainAt(domain);
  if (!domain.revocation || againAt === undefined || againAt > now.toISOString()) return undefined;
  return revocationBegun(domain, domain.revocation, now, timings);
}

/** Nothing valid is served any more. Who is at work on a renewal goes on; for a domain at rest the next try stays due. */
function ended(domain: Domain, { certificate }: Served, now: Date): Changed {
  const expiry = expired(domain, certificate, foundIn(domain));
  const over = { sslStatus: 'error' as const, updatedAt: now.toISOString() };
  if (!isAtRest(domain.phase)) return toEnd({ ...withConditions(domain, { expiry }), ...over }, 'certificate.expired');
  return toEnd({ ...withFailure(withoutPhase(domain), expiry), ...over, phase: 'failed' }, 'certificate.expired');
}

function toEnd(domain: Domain, what: 'certificate.expiring' | 'certificate.expired'): Changed {
  return { kind: 'changed', domain, timeline: what, events: [what], startExecution: false };
}
