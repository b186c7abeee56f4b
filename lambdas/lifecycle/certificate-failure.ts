import type { Diagnosis, Domain, DomainError } from '../domains/domain-row.schema.ts';
import { moved, type Transition } from './transition.ts';
import { withoutPhase } from './without-phase.ts';

/** What stood in the way, with its verdict. */
export interface Failure {
  error: DomainError;
  diagnosis: Diagnosis;
}

/**
 * The end of a request for a certificate that was refused, came too late or was not installed. A failed renewal is no failed
 * certificate: as long as the present one is valid the domain stays active, with the failure in view.
 */
export function certificateFailed(domain: Domain, { error, diagnosis }: Failure, now: Date): Transition {
  const rest = withoutPhase(domain);
  const { certificate, sslStatus } = rest;
  if (sslStatus !== 'active' || certificate === undefined) {
    const failed: Domain = { ...rest, phase: 'failed', sslStatus: 'error', diagnosis, error };
    return moved(failed, 'certificate.failed', ['certificate.failed']);
  }
  if (certificate.notAfter > now.toISOString()) {
    return moved({ ...rest, phase: 'active', diagnosis, error }, 'certificate.renewal_failed', ['certificate.renewal_failed']);
  }
  const expired: DomainError = {
    code: 'certificate_expired',
    details: { domain: domain.url, expired_at: certificate.notAfter },
  };
  return moved(
    {
      ...rest,
      phase: 'failed',
      sslStatus: 'error',
      diagnosis: { ...diagnosis, code: 'certificate_expired' },
      error: expired,
    },
    'certificate.expired',
    ['certificate.renewal_failed', 'certificate.expired'],
  );
}
