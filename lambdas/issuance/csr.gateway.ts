import { generateKeyPairSync, sign } from 'node:crypto';
import { csrInfo, csrPem } from './csr.ts';

/** A new private key and the request for a certificate over it. */
export interface KeyAndCsr {
  /** PKCS #8, PEM: to be sealed before anything else is done with it. */
  privateKeyPem: string;
  csr: string;
}

/** ECDSA P-256, new for every certificate: a key that leaks once is then one certificate's trouble. */
export function newKeyAndCsr(hostname: string): KeyAndCsr {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
  });
  const info = csrInfo(hostname, publicKey.export({ type: 'spki', format: 'der' }));
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    csr: csrPem(info, sign('sha256', info, privateKey)),
  };
}
