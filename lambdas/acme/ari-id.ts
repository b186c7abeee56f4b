// The next import, at its first line, looks for what this one adds to `Reflect`.
import 'reflect-metadata';
import { AuthorityKeyIdentifierExtension, X509Certificate } from '@peculiar/x509';

/**
 * What a certificate (DER) is called in renewal information: its issuer's key and its serial number, both base64url (RFC 9773,
 * section 4.1). Undefined where it does not name the former.
 */
export function ariIdOf(der: Uint8Array<ArrayBuffer>): string | undefined {
  const certificate = new X509Certificate(der);
  const issuerKey = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId;
  return issuerKey === undefined ? undefined : `${base64url(issuerKey)}.${base64url(derInteger(certificate.serialNumber))}`;
}

/** As in DER: a positive number whose first bit is set begins with a zero. */
function derInteger(hex: string): string {
  return /^[89a-f]/i.test(hex) ? `00${hex}` : hex;
}

function base64url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
