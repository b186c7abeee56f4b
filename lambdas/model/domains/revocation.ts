import type { Domain, Revocation, RevocationReason } from './domain-row.schema.ts';

type Revoked = Pick<Domain, 'served' | 'revocation'>;

/** True when another certificate is served instead of the one to be revoked. */
export function isReplaced({ served, revocation }: Revoked): boolean {
  return served?.certificate.fingerprintSha256 !== revocation?.fingerprintSha256;
}

/** The next request after a CA did not revoke it. A domain that is moving continues with that first. */
export function revocationRetryAt(domain: Domain): string | undefined {
  const served = domain.served?.certificate.fingerprintSha256;
  const isMoving = domain.phase === 'moving' && domain.issued.fingerprintSha256 === served;
  return domain.phase === 'active' || isMoving ? domain.revocation?.againAt : undefined;
}

/** True when the CA may be asked: it was not asked yet, and no visitor gets the certificate any more. */
export function isRevocationDue(domain: Revoked): boolean {
  return domain.revocation !== undefined && domain.revocation.againAt === undefined && isReplaced(domain);
}

/** For the certificate that the domain serves now; undefined if none can be revoked, or one is already being revoked. */
export function revocationOf(domain: Domain, reason: RevocationReason, now: Date): Revocation | undefined {
  const { served, sslStatus, claimLost, phase } = domain;
  const at = now.toISOString();
  const isServed = served !== undefined && sslStatus === 'active' && served.certificate.notAfter > at;
  if (!isServed || claimLost || phase === 'removing' || domain.revocation) return undefined;
  const { serialNumber, fingerprintSha256, notAfter, ca } = served.certificate;
  return { reason, requestedAt: at, serialNumber, fingerprintSha256, notAfter, ca };
}
