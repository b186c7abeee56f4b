import { der, derBits } from './der.ts';

const OID = {
  extensionRequest: '2a864886f70d01090e', // 1.2.840.113549.1.9.14
  subjectAltName: '551d11', // 2.5.29.17
  ecdsaWithSha256: '2a8648ce3d040302', // 1.2.840.10045.4.3.2
} as const;

/**
 * The part of a PKCS #10 request that is signed (RFC 2986, section 4.1): no subject, because CAs ignore it, and the
 * hostname as the only subjectAltName. `publicKey` is a SubjectPublicKeyInfo in DER.
 */
export function csrInfo(hostname: string, publicKey: Uint8Array): Buffer {
  const version1 = der('integer', Buffer.of(0));
  const noSubject = der('sequence');
  const names = der('sequence', der('dnsName', Buffer.from(hostname, 'ascii')));
  const extension = der('sequence', oid('subjectAltName'), der('octetString', names));
  const attribute = der('sequence', oid('extensionRequest'), der('set', der('sequence', extension)));
  return der('sequence', version1, noSubject, publicKey, der('context0', attribute));
}

/** The whole request, PEM. `signature` is the DER of an ECDSA signature with SHA-256 over `info`. */
export function csrPem(info: Uint8Array, signature: Uint8Array): string {
  const request = der('sequence', info, der('sequence', oid('ecdsaWithSha256')), derBits(signature));
  const lines = request.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** The DER of a PEM, as the CA wants it (RFC 8555, section 7.4) and as bytes are compared. */
export function derOfPem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64');
}

function oid(name: keyof typeof OID): Buffer {
  return der('oid', Buffer.from(OID[name], 'hex'));
}
