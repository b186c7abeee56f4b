// @peculiar/x509 needs this polyfill of `Reflect` at its import.
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const YEARS_MS = 5 * 365 * 86_400_000;

/** The certificates and key of a CA, as PEM. */
export interface PrivateCa {
  root: string;
  intermediate: string;
  intermediateKey: string;
}

/** A new root and intermediate. */
export async function aPrivateCa(name: string): Promise<PrivateCa> {
  const [top, middle] = [await newKeys(), await newKeys()];
  const root = await signed({ subject: `CN=${name} Root`, issuer: `CN=${name} Root`, of: top, by: top });
  const intermediate = await signed({ subject: `CN=${name} Intermediate`, issuer: root.subject, of: middle, by: top });
  const intermediateKey = KeyObject.from(middle.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { root: `${root.toString('pem')}\n`, intermediate: `${intermediate.toString('pem')}\n`, intermediateKey };
}

type Keys = webcrypto.CryptoKeyPair;
async function newKeys(): Promise<Keys> {
  return webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
}

async function signed({
  subject,
  issuer,
  of,
  by,
}: {
  subject: string;
  issuer: string;
  of: Keys;
  by: Keys;
}): Promise<X509Certificate> {
  return X509CertificateGenerator.create({
    subject,
    issuer,
    publicKey: of.publicKey,
    signingKey: by.privateKey,
    signingAlgorithm: ECDSA,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + YEARS_MS),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(of.publicKey),
      await AuthorityKeyIdentifierExtension.create(by.publicKey),
    ],
  });
}
