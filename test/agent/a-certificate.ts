import { generateKeyPairSync } from 'node:crypto';
import { type StoredCertificate, storedCertificate } from '../../agent/certificates/stored-certificate.ts';
import { encryptToMachine } from '../../lambdas/agent-api/agent-credentials.ts';
import type { CertificateChange } from '../../lambdas/agent-api/edge.schema.ts';
import { machine } from '../lambdas/agent-api/an-agent.ts';
import { aCertificate } from '../lambdas/steps/issuance/a-certificate.ts';

export function certificateFor(hostname: string): StoredCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = aCertificate({ hostname, publicKey, signedWith: privateKey });
  return storedCertificate(hostname, pem, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

/** The certificate as the service sends it to the machine of an-agent.ts. */
export async function changeTo(certificate: StoredCertificate, changes: object = {}): Promise<CertificateChange> {
  return {
    state: 'present',
    hostname: certificate.hostname,
    fingerprint_sha256: certificate.fingerprintSha256,
    certificate_pem: certificate.certificatePem,
    private_key_jwe: await encryptToMachine(certificate.privateKeyPem, machine),
    ...changes,
  };
}
