import { createHash } from 'node:crypto';

/** The header that a machine signs for AWS STS beside `host`. Not `x-amz-…`: signers move those into the query. */
export const IDENTITY_HEADER = 'x-cps-nonce';

interface PublicKey {
  x: string;
  y: string;
}

/** Which machine enrolls where: what the signature of its AWS identity is good for, and for nothing else. */
export interface EnrollingMachine {
  organizationId: string;
  serverId: number;
  signingKey: PublicKey;
  encryptionKey: PublicKey;
}

/** As one text, in which no part can be taken for another: none has a line break. */
export function enrollingText({ organizationId, serverId, signingKey, encryptionKey }: EnrollingMachine): string {
  return [organizationId, serverId, signingKey.x, signingKey.y, encryptionKey.x, encryptionKey.y].join('\n');
}

/**
 * The value of the header: the service's nonce, and the machine's own hash of its keys. Whoever passes another's nonce on to a
 * machine gets a signature that enrolls that machine's own keys only.
 */
export function identityHeader(nonce: string, machine: EnrollingMachine): string {
  return `${nonce}.${createHash('sha256').update(enrollingText(machine)).digest('base64url')}`;
}
