import type { X509Certificate } from 'node:crypto';

/** Lower-case hex SHA-256 of the certificate's DER. All code compares certificates by it. */
export function fingerprintOf({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(':', '').toLowerCase();
}

const FIRST_CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;

/** The first certificate of a PEM chain, which is the leaf. */
export function leafPemOf(chainPem: string): string | undefined {
  return FIRST_CERTIFICATE.exec(chainPem)?.[0];
}

/**
 * A subject or an issuer on one line. Node returns one attribute per line, and undefined for an empty name, although its type
 * says string.
 */
export function nameOnOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}

const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

export function leafFactsOf(leaf: X509Certificate) {
  return {
    serialNumber: leaf.serialNumber.toLowerCase(),
    issuer: nameOnOneLine(leaf.issuer),
    notBefore: leaf.validFromDate.toISOString(),
    notAfter: leaf.validToDate.toISOString(),
    fingerprintSha256: fingerprintOf(leaf),
    keyType: keyTypeOf(leaf),
  };
}

/** `ECDSA P-256`, `RSA 2048`, or Node's name for another type. */
function keyTypeOf({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate): string {
  const curve = asymmetricKeyDetails?.namedCurve ?? '';
  if (asymmetricKeyType === 'ec') return `ECDSA ${CURVES[curve] ?? curve}`;
  if (asymmetricKeyType === 'rsa') return `RSA ${asymmetricKeyDetails?.modulusLength}`;
  return asymmetricKeyType ?? 'unknown';
}
