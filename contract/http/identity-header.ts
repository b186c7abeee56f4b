import { createHash } from 'node:crypto';

/**
 * The header that a machine signs for AWS STS together with `host`. It does not begin with `x-amz-`, because signers move such
 * headers into the query.
 */
export const IDENTITY_HEADER = 'x-cps-nonce';

interface PublicKey {
  x: string;
  y: string;
}

/** The enrollment that a machine's AWS signature is bound to. The signature is valid for nothing else. */
export interface EnrollingMachine {
  organizationId: string;
  serverId: number;
  signingKey: PublicKey;
  encryptionKey: PublicKey;
}

/** One unambiguous text: no field can contain a line break. */
export function enrollmentMessage({ organizationId, serverId, signingKey, encryptionKey }: EnrollingMachine): string {
  return [organizationId, serverId, signingKey.x, signingKey.y, encryptionKey.x, encryptionKey.y].join('\n');
}

/**
 * The header's value: the service's nonce and the machine's own hash of its keys. Somebody who passes another's nonce on to a
 * machine gets a signature that enrolls only that machine's own keys.
 */
export function identityHeader(nonce: string, machine: EnrollingMachine): string {
  return `${nonce}.${createHash('sha256').update(enrollmentMessage(machine)).digest('base64url')}`;
}
