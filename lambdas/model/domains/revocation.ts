import type { Domain } from './domain-row.schema.ts';

type Revoked = Pick<Domain, 'certificate' | 'revocation'>;

/** Another certificate is served in the place of the one that is to be revoked. */
export function isReplaced({ certificate, revocation }: Revoked): boolean {
  return certificate?.fingerprintSha256 !== revocation?.fingerprintSha256;
}

/** Whether the CA may be asked now: it was not asked yet, and nobody is served the certificate any more. */
export function mayBeRevoked(domain: Revoked): boolean {
  return domain.revocation !== undefined && domain.revocation.againAt === undefined && isReplaced(domain);
}
