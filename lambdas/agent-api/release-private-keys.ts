import type { AnnouncedCertificate } from '../model/servers/certificate.schema.ts';
import { openPrivateKey, releaseWrite } from '../model/servers/private-keys/private-key.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { AgentPorts } from '../wiring/agents.wiring.ts';
import { type AgentCaller, invalidCredentials, writeOncePerSignature } from './agent-credentials.ts';
import type { CertificateChange } from './edge.schema.ts';

export type ReleasePorts = Pick<AgentPorts, 'table' | 'servers' | 'openSealed' | 'encryptToMachine' | 'newId' | 'pause' | 'log'>;

/**
 * Returns changes with their private keys, encrypted to the machine, once per signature. Each release is recorded before its key
 * is decrypted, because a record without a release is harmless. The record is refused, and nothing released, if the machine was
 * revoked or rotated its keys since authentication. A key that can never be decrypted does not block the others: its field stays
 * empty, and the agent reports the certificate as missing.
 */
export async function releasePrivateKeys(
  caller: AgentCaller,
  certificates: readonly AnnouncedCertificate[],
  ports: ReleasePorts,
  now: Date,
): Promise<CertificateChange[]> {
  if (certificates.length === 0) return [];
  const released = certificates.filter((certificate) => certificate.state === 'present');
  // A page has at most 50 certificates, a transaction 100 items.
  const releases = released.map((certificate) =>
    releaseWrite(ports.table, certificate, { id: ports.newId('aud'), machineId: caller.machine.id }, now),
  );
  const checks = released.length > 0 ? [ports.servers.stillEnrolledCheck(caller.server, caller.machine)] : [];
  await writeOncePerSignature(caller, [...checks, ...releases], ports).catch((error: unknown) => {
    throw error instanceof LostRace ? invalidCredentials(error) : error;
  });
  return Promise.all(
    certificates.flatMap((certificate) => (certificate.state === 'managed' ? [] : [changeOf(certificate, caller, ports)])),
  );
}

async function changeOf(
  certificate: Exclude<AnnouncedCertificate, { state: 'managed' }>,
  { machine }: AgentCaller,
  ports: ReleasePorts,
): Promise<CertificateChange> {
  const { hostname } = certificate;
  if (certificate.state === 'removed') return { state: 'removed', hostname };
  const privateKey = await openPrivateKey(certificate, ports);
  return {
    state: 'present',
    hostname,
    fingerprint_sha256: certificate.facts.fingerprintSha256,
    certificate_pem: certificate.chainPem,
    private_key_jwe: privateKey === undefined ? '' : await ports.encryptToMachine(privateKey, machine),
  };
}
