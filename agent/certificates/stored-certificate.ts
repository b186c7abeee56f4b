import { createPrivateKey, X509Certificate } from 'node:crypto';
import { fingerprintOf } from '../../contract/certificate-text.ts';

export interface StoredCertificate {
  hostname: string;
  /** Leaf first. */
  certificatePem: string;
  privateKeyPem: string;
  fingerprintSha256: string;
  expiresAtMs: number;
}

const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/;

/** Throws unless the key belongs to the leaf: a web server would refuse to start with such a pair. */
export function storedCertificate(hostname: string, certificatePem: string, privateKeyPem: string): StoredCertificate {
  const leaf = new X509Certificate(certificatePem);
  if (!leaf.checkPrivateKey(createPrivateKey(privateKeyPem)))
    throw new Error('the private key does not belong to the certificate');
  return {
    hostname,
    certificatePem: withNewline(certificatePem),
    privateKeyPem: withNewline(privateKeyPem),
    fingerprintSha256: fingerprintOf(leaf),
    expiresAtMs: Date.parse(leaf.validTo),
  };
}

/** Chain and key in one file, as HAProxy and Caddy read it. */
export function combinedPem({ certificatePem, privateKeyPem }: StoredCertificate): string {
  return certificatePem + privateKeyPem;
}

/** Reverses combinedPem. Throws when anything is missing or damaged. */
export function parseCombinedPem(hostname: string, pem: string): StoredCertificate {
  const privateKeyPem = PRIVATE_KEY.exec(pem)?.[0] ?? '';
  return storedCertificate(hostname, pem.replace(PRIVATE_KEY, ''), privateKeyPem);
}

function withNewline(pem: string): string {
  return pem.endsWith('\n') ? pem : `${pem}\n`;
}
