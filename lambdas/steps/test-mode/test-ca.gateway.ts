// @peculiar/x509 needs this import's additions to `Reflect` when it loads.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { IssueCertificate } from '../../test-mode/scripted-ca.ts';

const ECDSA_P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
const ISSUER = 'O=Certificates of test mode, CN=Nobody trusts this CA';
/** Longer than any test clock can move. */
const ROOT_LIFE = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2096-01-01T00:00:00Z') };
const SERIAL_BYTES = 16;

/** A CA with its own root, created with the process and lost with it, so that nobody can come to trust it. */
export async function openTestCa(): Promise<IssueCertificate> {
  const keys = await webcrypto.subtle.generateKey(ECDSA_P256, false, ['sign', 'verify']);
  const root = await rootOf(keys);
  const authority = await AuthorityKeyIdentifierExtension.create(keys.publicKey, false, webcrypto);
  return async ({ hostname, csr, notBefore, notAfter }) => {
    const request = new Pkcs10CertificateRequest(csr);
    const leaf = await X509CertificateGenerator.create(
      {
        serialNumber: randomBytes(SERIAL_BYTES).toString('hex'),
        issuer: ISSUER,
        notBefore,
        notAfter,
        publicKey: await request.publicKey.export(webcrypto),
        signingKey: keys.privateKey,
        signingAlgorithm: SIGNING,
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }]), authority],
      },
      webcrypto,
    );
    return `${leaf.toString('pem')}\n${root.toString('pem')}\n`;
  };
}

function rootOf(keys: webcrypto.CryptoKeyPair): Promise<X509Certificate> {
  return X509CertificateGenerator.createSelfSigned(
    {
      ...ROOT_LIFE,
      name: ISSUER,
      keys,
      signingAlgorithm: SIGNING,
      extensions: [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
    },
    webcrypto,
  );
}
