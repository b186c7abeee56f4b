import type { CertificateFacts, Domain } from './domain-row.schema.ts';
import { expiryNotices } from './renewal-time.ts';

/** What time alone can change of a domain. */
export interface Watched {
  certificate: CertificateFacts;
  renewAt: string;
}

/** Of a domain that has had a certificate, and whose hostname is still its own. One that moves may have a younger one on its servers. */
export function watchedOf(domain: Domain): Watched | undefined {
  const { certificate, renewAt, claimLost, phase } = domain;
  if (certificate === undefined || renewAt === undefined || claimLost || phase === 'removing') return undefined;
  const isYounger = domain.phase === 'moving' && domain.issued.notAfter > certificate.notAfter;
  return { certificate: isYounger ? domain.issued : certificate, renewAt };
}

/** Whether nobody is at work on the domain, and what it serves is valid, or was until its end. */
export function mayRenew(domain: Domain): boolean {
  return domain.phase === 'active' || (domain.phase === 'failed' && domain.error?.code === 'certificate_expired');
}

/** When the scan has something to do for a domain, whatever step is at work on it: the earliest of its renewal, a notice and its certificate's end. */
export function scanTime(domain: Domain): string | undefined {
  const watched = watchedOf(domain);
  if (!watched) return undefined;
  const { certificate, renewAt } = watched;
  const { noticesTold = 0, sslStatus } = domain;
  const ends = sslStatus === 'active' ? [...expiryNotices(certificate).slice(noticesTold), certificate.notAfter] : [];
  const again = domain.phase === 'active' ? domain.revocation?.againAt : undefined;
  return [...(mayRenew(domain) ? [renewAt] : []), ...(again === undefined ? [] : [again]), ...ends].sort()[0];
}
