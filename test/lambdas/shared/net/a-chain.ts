import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** A certificate for one hostname, signed by an intermediate of an untrusted root: PEMs for `tls.createServer`. */
export async function aChain(hostname: string): Promise<{ leaf: string; intermediate: string; key: string }> {
  const root = await newKeys();
  const middle = await newKeys();
  const own = await newKeys();
  const common = { notBefore: new Date('2026-01-01'), notAfter: new Date('2049-01-01'), signingAlgorithm: algorithm };
  const intermediate = await X509CertificateGenerator.create({
    ...{ ...common, serialNumber: '02', subject: 'CN=Intermediate', issuer: 'CN=Root' },
    ...{ publicKey: middle.publicKey, signingKey: root.privateKey },
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const leaf = await X509CertificateGenerator.create({
    ...{ ...common, serialNumber: '03', subject: `CN=${hostname}`, issuer: 'CN=Intermediate' },
    ...{ publicKey: own.publicKey, signingKey: middle.privateKey },
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }])],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
  return { leaf: leaf.toString('pem'), intermediate: intermediate.toString('pem'), key };
}
