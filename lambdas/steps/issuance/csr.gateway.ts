// @peculiar/x509 needs this import's additions to `Reflect` when it loads.
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509';

/** A new private key and the request for a certificate over it. */
export interface KeyAndCsr {
  /** PKCS #8 PEM, sealed before anything else happens to it. */
  privateKeyPem: string;
  csr: string;
}

const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' };

/**
 * ECDSA P-256, new for every certificate, so that a leaked key affects only one. The CSR has no subject, because CAs ignore it,
 * and the hostname as its only subjectAltName.
 */
export async function newKeyAndCsr(hostname: string): Promise<KeyAndCsr> {
  const keys = await webcrypto.subtle.generateKey(ECDSA_P256, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create(
    {
      keys,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }])],
    },
    webcrypto,
  );
  return {
    privateKeyPem: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    csr: request.toString('pem'),
  };
}
