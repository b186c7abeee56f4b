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
