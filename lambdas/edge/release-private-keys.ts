import type { AnnouncedCertificate, PresentCertificate } from '../model/servers/certificate.schema.ts';
import type { Machine } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import { AUDIT_KEPT_DAYS } from '../shared/audit/audit.schema.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import { NOT_THERE_YET } from '../shared/table/write-input.ts';
import { expirySeconds, monthOf } from '../shared/time/instant.ts';
import { type AgentCaller, invalidCredentials, type OncePorts, oncePerSignature } from './agent-credentials.ts';
import type { CertificateChange } from './edge.schema.ts';

interface OpeningPorts {
  /** Opens the private key of a domain as it was sealed for its row, to PKCS #8 PEM: one request to KMS (kms.gateway.ts). */
  openSealedKey: (organizationId: string, domainId: number, sealed: Sealed) => Promise<string>;
  log: Log;
}

/**
 * The private key of a certificate as PEM, the only place where one is opened. Undefined where what is in the row can never be.
 */
async function openPrivateKey(
  certificate: PresentCertificate,
  { openSealedKey, log }: OpeningPorts,
): Promise<string | undefined> {
  const { hostname, organizationId, serverId, domainId, sealedKey } = certificate;
  try {
    return await openSealedKey(organizationId, domainId, sealedKey);
  } catch (cause) {
    if (!isUnopenable(cause)) throw cause;
    log('error', 'a private key cannot be opened: its certificate is not delivered', {
      hostname,
      organizationId,
      serverId,
      domainId,
      cause,
    });
    return undefined;
  }
}

/** KMS: the data key, or the context (organization and domain) it was sealed under, is not what it was. */
const WRONG_DATA_KEY = 'InvalidCiphertextException';
/** node:crypto's only mark of a ciphertext that fails its GCM tag: such an error has no code. */
const WRONG_TAG = 'unable to authenticate data';
/** node:crypto of an initialization vector or a tag that is none. */
const WRONG_SHAPE = 'ERR_CRYPTO_INVALID_';

/**
 * Whether a sealed key failed to open because of what is in its row, so that every repeat fails too. Anything else (KMS
 * throttles, is out of reach, refuses us or has its key disabled) fails all keys alike and opens them again once it is mended.
 */
function isUnopenable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error.name === WRONG_DATA_KEY || error.message.includes(WRONG_TAG) || code.startsWith(WRONG_SHAPE);
}

export interface ReleasePorts extends OpeningPorts, OncePorts {
  servers: Pick<ServerStore, 'stillEnrolledCheck'>;
  encryptToMachine: (plaintext: string, machine: Machine) => Promise<string>;
  newAuditId: () => string;
}

/**
 * Changes as the wire has them, once per signature. Each private key in them leaves encrypted to the machine, and only once its
 * release is on record: before it is opened, since a record without a release does no harm. The record is refused if the machine
 * was revoked, or has other keys, since it was authenticated: nothing is released then. A key that can never be opened is left
 * out, so that it does not hold up the others for ever; its certificate reaches nobody until the next one takes its place.
 */
export async function releasePrivateKeys(
  caller: AgentCaller,
  certificates: readonly AnnouncedCertificate[],
  ports: ReleasePorts,
  now: Date,
): Promise<CertificateChange[]> {
  if (certificates.length === 0) return [];
  const released = certificates.filter(({ state }) => state === 'present');
  // A page is at most 50 certificates, a transaction 100 items.
  const releases = released.map((certificate) => auditWrite(caller, certificate, ports, now));
  const checks = released.length > 0 ? [ports.servers.stillEnrolledCheck(caller.server, caller.machine)] : [];
  await oncePerSignature(caller, [...checks, ...releases], ports).catch((error: unknown) => {
    throw error instanceof LostRace ? invalidCredentials(error) : error;
  });
  const changes = await Promise.all(certificates.map((certificate) => changeOf(certificate, caller, ports)));
  return changes.filter((change) => change !== undefined);
}

async function changeOf(
  certificate: AnnouncedCertificate,
  { machine }: AgentCaller,
  ports: ReleasePorts,
): Promise<CertificateChange | undefined> {
  const { hostname } = certificate;
  if (certificate.state === 'removed') return { state: 'removed', hostname };
  const privateKey = await openPrivateKey(certificate, ports);
  if (privateKey === undefined) return undefined;
  return {
    state: 'present',
    hostname,
    fingerprint_sha256: certificate.facts.fingerprintSha256,
    certificate_pem: certificate.chainPem,
    private_key_jwe: await ports.encryptToMachine(privateKey, machine),
  };
}

function auditWrite({ server, machine }: AgentCaller, certificate: AnnouncedCertificate, ports: ReleasePorts, now: Date) {
  const entry = {
    ...keys.audit(server.organizationId, server.id, monthOf(now), ports.newAuditId()),
    action: 'private_key.released',
    at: now.toISOString(),
    serverId: server.id,
    machineId: machine.id,
    domainId: certificate.domainId,
    hostname: certificate.hostname,
    fingerprintSha256: certificate.facts.fingerprintSha256,
    expiresAtSeconds: expirySeconds(now, AUDIT_KEPT_DAYS * 86_400),
  };
  return ports.table.putWrite(entry, { expression: NOT_THERE_YET });
}
