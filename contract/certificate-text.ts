import type { X509Certificate } from 'node:crypto';

/** Lower-case hex of the SHA-256 of the certificate's DER: how certificates are compared wherever two of them meet. */
export function fingerprintOf({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(':', '').toLowerCase();
}

const FIRST_CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/;

/** The first certificate of a PEM chain, in which the leaf comes first. */
export function leafPemOf(chainPem: string): string | undefined {
  return FIRST_CERTIFICATE.exec(chainPem)?.[0];
}

/** A subject or an issuer. Node writes one attribute a line; a name without any is undefined in spite of its type. */
export function nameOnOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}

const CURVES: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** What a certificate says of itself. */
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

/** `ECDSA P-256`, `RSA 2048`, or what the field calls any other. */
function keyTypeOf({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate): string {
  const curve = asymmetricKeyDetails?.namedCurve ?? '';
  if (asymmetricKeyType === 'ec') return `ECDSA ${CURVES[curve] ?? curve}`;
  if (asymmetricKeyType === 'rsa') return `RSA ${asymmetricKeyDetails?.modulusLength}`;
  return asymmetricKeyType ?? 'unknown';
}
