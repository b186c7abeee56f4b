import type { Domain, Revocation, RevocationReason } from './domain-row.schema.ts';

type Revoked = Pick<Domain, 'served' | 'revocation'>;

/** Another certificate is served in the place of the one that is to be revoked. */
export function isReplaced({ served, revocation }: Revoked): boolean {
  return served?.certificate.fingerprintSha256 !== revocation?.fingerprintSha256;
}

/** When a CA that has not revoked it is asked again: a domain on its way to another server goes on with that afterwards. */
export function askedAgainAt(domain: Domain): string | undefined {
  const served = domain.served?.certificate.fingerprintSha256;
  const isMoving = domain.phase === 'moving' && domain.issued.fingerprintSha256 === served;
  return domain.phase === 'active' || isMoving ? domain.revocation?.againAt : undefined;
}

/** Whether the CA may be asked now: it was not asked yet, and nobody is served the certificate any more. */
export function mayBeRevoked(domain: Revoked): boolean {
  return domain.revocation !== undefined && domain.revocation.againAt === undefined && isReplaced(domain);
}

/** For the certificate that a domain is served now; undefined where there is none that could be revoked, or one is already. */
export function revocationOf(domain: Domain, reason: RevocationReason, now: Date): Revocation | undefined {
  const { served, sslStatus, claimLost, phase } = domain;
  const at = now.toISOString();
  const isServed = served !== undefined && sslStatus === 'active' && served.certificate.notAfter > at;
  if (!isServed || claimLost || phase === 'removing' || domain.revocation) return undefined;
  const { serialNumber, fingerprintSha256, notAfter, ca } = served.certificate;
  return { reason, requestedAt: at, serialNumber, fingerprintSha256, notAfter, ca };
}
