import type { SealedKey } from '../domains/domain-row.schema.ts';
import { keys } from '../shared/table/keys.ts';
import type { Table } from '../shared/table/table.store.ts';
import type { AgentCaller } from './agent-credentials.ts';
import type { AnnouncedCertificate } from './certificate.schema.ts';
import type { CertificateChange } from './edge.schema.ts';
import type { Machine } from './server.schema.ts';

export interface ReleasePorts {
  table: Pick<Table, 'transact' | 'putWrite'>;
  /** Opens a sealed private key, to PKCS #8 PEM. */
  openKey: (organizationId: string, domainId: number, sealed: SealedKey) => Promise<string>;
  encryptToMachine: (plaintext: string, machine: Machine) => Promise<string>;
  newAuditId: () => string;
}

/** Changes as the wire has them. Each private key in them leaves encrypted to the machine, and only once its release is on record. */
export async function releaseKeys(
  caller: AgentCaller,
  certificates: readonly AnnouncedCertificate[],
  ports: ReleasePorts,
  now: Date,
): Promise<CertificateChange[]> {
  const changes = await Promise.all(certificates.map((certificate) => changeOf(certificate, caller.machine, ports)));
  const released = certificates.filter(({ state }) => state === 'present');
  // A page is at most 50 certificates, a transaction 100 items.
  if (released.length > 0) await ports.table.transact(released.map((certificate) => auditWrite(caller, certificate, ports, now)));
  return changes;
}

async function changeOf(certificate: AnnouncedCertificate, machine: Machine, ports: ReleasePorts): Promise<CertificateChange> {
  const { hostname, state, organizationId, domainId, sealedKey } = certificate;
  if (state === 'removed') return { state, hostname };
  const privateKey = await ports.openKey(organizationId, domainId, sealedKey);
  return {
    state,
    hostname,
    fingerprint_sha256: certificate.facts.fingerprintSha256,
    certificate_pem: certificate.chainPem,
    private_key_jwe: await ports.encryptToMachine(privateKey, machine),
  };
}

function auditWrite({ server, machine }: AgentCaller, certificate: AnnouncedCertificate, ports: ReleasePorts, now: Date) {
  return ports.table.putWrite({
    ...keys.audit(server.organizationId, ports.newAuditId()),
    action: 'private_key.released',
    at: now.toISOString(),
    serverId: server.id,
    machineId: machine.id,
    domainId: certificate.domainId,
    hostname: certificate.hostname,
    fingerprintSha256: certificate.facts.fingerprintSha256,
  });
}
