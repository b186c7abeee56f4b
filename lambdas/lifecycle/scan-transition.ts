import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { withConditions } from '../model/domains/diagnosis/conditions.ts';
import { originalDiagnosis } from '../model/domains/diagnosis-of.ts';
import type { Domain, Served } from '../model/domains/domain-row.schema.ts';
import { isAtRest, withoutPhase } from '../model/domains/phase.ts';
import { expiryNotices } from '../model/domains/renewal-time.ts';
import { revocationRetryAt } from '../model/domains/revocation.ts';
import { mayRenew, watchedCertificateOf } from '../model/domains/scan-time.ts';
import { expiryFailure, withFailure } from './certificate-failure.ts';
import { beginRenewal } from './renewal-transition.ts';
import type { Changed } from './request.ts';
import { beginRevocation } from './revocation-transition.ts';
import { withServed } from './transition.ts';

/**
 * Changes a domain with a certificate as time passes: expiry, the notice before it, renewal. One at a time. The first two may
 * happen during any step, which then decides again. Undefined: nothing is due.
 */
export function decideOnScan(domain: Domain, time: TimedDecision): Changed | undefined {
  const watched = watchedCertificateOf(domain);
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

function revocationDue(domain: Domain, time: TimedDecision): Changed | undefined {
  const againAt = revocationRetryAt(domain);
  if (!domain.revocation || againAt === undefined || againAt > time.now.toISOString()) return undefined;
  return beginRevocation(domain, domain.revocation, time);
}

/** No valid certificate is served any more. A renewal in progress continues; for a resting domain the next attempt stays due. */
function toEnded(domain: Domain, { certificate }: Served, now: Date): Changed {
  const expiry = expiryFailure(domain, certificate, originalDiagnosis(domain));
  const over = { sslStatus: 'error' as const, updatedAt: now.toISOString() };
  if (!isAtRest(domain.phase)) return toEnd({ ...withConditions(domain, { expiry }), ...over }, 'certificate.expired');
  return toEnd({ ...withFailure(withoutPhase(domain), expiry), ...over, phase: 'failed' }, 'certificate.expired');
}

function toEnd(domain: Domain, what: 'certificate.expiring' | 'certificate.expired'): Changed {
  return { kind: 'changed', domain, timeline: what, events: [what], startExecution: false };
}
