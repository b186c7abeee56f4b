import { AUDIT_KEPT_DAYS } from '../../../shared/audit/audit.schema.ts';
import type { Log } from '../../../shared/runtime/log.gateway.ts';
import type { Sealed } from '../../../shared/secrets/sealed.schema.ts';
import { domainContext, type SealingContext } from '../../../shared/secrets/sealing-context.ts';
import { isMachineId, keys } from '../../../shared/table/keys.ts';
import type { TableReads, Write } from '../../../shared/table/table.store.ts';
import { NOT_THERE_YET } from '../../../shared/table/write-input.ts';
import { expirySeconds, monthOf } from '../../../shared/time/instant.ts';
import type { Certificate, PresentCertificate } from '../certificate.schema.ts';

export interface OpeningPorts {
  /** One request to KMS (kms.gateway.ts). */
  openSealed: (sealed: Sealed, context: SealingContext) => Promise<Buffer>;
  log: Log;
}

/**
 * Decrypts a certificate's private key, as PKCS #8 PEM: the only place that does so. Undefined if the row's data can never be
 * decrypted.
 */
export async function openPrivateKey(
  certificate: PresentCertificate,
  { openSealed, log }: OpeningPorts,
): Promise<string | undefined> {
  const { hostname, organizationId, serverId, domainId, sealedKey } = certificate;
  try {
    return (await openSealed(sealedKey, domainContext(organizationId, domainId))).toString('utf8');
  } catch (cause) {
    if (!isPermanentlyUndecryptable(cause)) throw cause;
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

/** KMS: the data key, or the context (organization and domain) of its encryption, has changed. */
const WRONG_DATA_KEY = 'InvalidCiphertextException';
/** node:crypto's only sign of a ciphertext that fails its GCM tag: such an error has no code. */
const WRONG_TAG = 'unable to authenticate data';
/** node:crypto, for an invalid initialization vector or tag. */
const WRONG_SHAPE = 'ERR_CRYPTO_INVALID_';

/**
 * True when a sealed key failed to open because of its row's data, so that every repeat fails too. Any other error (KMS
 * throttles, is unreachable, refuses us or has its key disabled) fails all keys alike and ends when its cause is fixed.
 */
function isPermanentlyUndecryptable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error.name === WRONG_DATA_KEY || error.message.includes(WRONG_TAG) || code.startsWith(WRONG_SHAPE);
}

/**
 * The audit record that a private key leaves the service, written before it is decrypted: to a machine, or to the AWS account of
 * its server. Each machine has its own partition, because many of them start at once.
 */
export function releaseWrite(
  table: Pick<TableReads, 'putWrite'>,
  { organizationId, serverId, domainId, hostname, facts }: Certificate,
  { id, machineId }: { id: string; machineId?: string },
  now: Date,
): Write {
  const entry = {
    ...keys.audit(organizationId, isMachineId(machineId) ? machineId : serverId, monthOf(now), id),
    action: 'private_key.released',
    at: now.toISOString(),
    serverId,
    ...(machineId !== undefined && { machineId }),
    domainId,
    hostname,
    fingerprintSha256: facts.fingerprintSha256,
    expiresAtSeconds: expirySeconds(now, AUDIT_KEPT_DAYS * 86_400),
  };
  return table.putWrite(entry, { expression: NOT_THERE_YET });
}
