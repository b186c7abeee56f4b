import type { AnnouncedCertificate } from '../model/servers/certificate.schema.ts';
import { openPrivateKey, releaseWrite } from '../model/servers/private-keys/private-key.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { AgentPorts } from '../wiring/agents.wiring.ts';
import { type AgentCaller, invalidCredentials, oncePerSignature } from './agent-credentials.ts';
import type { CertificateChange } from './edge.schema.ts';

export type ReleasePorts = Pick<AgentPorts, 'table' | 'servers' | 'openSealed' | 'encryptToMachine' | 'newId' | 'pause' | 'log'>;

/**
 * Changes as the wire has them, once per signature. Each private key in them leaves encrypted to the machine, and only once its
 * release is on record: before it is opened, since a record without a release does no harm. The record is refused if the machine
 * was revoked, or has other keys, since it was authenticated: nothing is released then. A key that can never be opened does not
 * hold up the others for ever: in its place is nothing, so that the agent cannot use the certificate, and reports it as missing.
 */
export async function releasePrivateKeys(
  caller: AgentCaller,
  certificates: readonly AnnouncedCertificate[],
  ports: ReleasePorts,
  now: Date,
): Promise<CertificateChange[]> {
  if (certificates.length === 0) return [];
  const released = certificates.filter((certificate) => certificate.state === 'present');
  // A page is at most 50 certificates, a transaction 100 items.
  const releases = released.map((certificate) =>
    releaseWrite(ports.table, certificate, { id: ports.newId('aud'), machineId: caller.machine.id }, now),
  );
  const checks = released.length > 0 ? [ports.servers.stillEnrolledCheck(caller.server, caller.machine)] : [];
  await oncePerSignature(caller, [...checks, ...releases], ports).catch((error: unknown) => {
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
