import { createHash } from 'node:crypto';
import { lowerAscii } from '../../../../contract/domain-name.ts';
import { addSeconds } from '../../../shared/time/instant.ts';
import type { Invitation } from './people.schema.ts';

const INVITED_SECONDS = 7 * 86_400;

export function newInvitation(
  invitationId: string,
  { organizationId, email, role, invitedBy }: Pick<Invitation, 'organizationId' | 'email' | 'role' | 'invitedBy'>,
  now: Date,
): Invitation {
  return {
    invitationId,
    organizationId,
    email: normalizeEmail(email),
    role,
    invitedBy,
    createdAt: now.toISOString(),
    expiresAt: addSeconds(now, INVITED_SECONDS),
  };
}

/**
 * Identity providers return an address as people typed it. Upper and lower case mean the same person, other characters do not.
 */
export function normalizeEmail(email: string): string {
  return lowerAscii(email.trim());
}

/** Fits the table's key, however long the address is. */
export function emailHash(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('hex');
}

/** Identifies a user. The same subject at another provider is another person. */
export function identityHash(issuer: string, subject: string): string {
  return createHash('sha256').update(`${issuer.length}:${issuer}${subject}`).digest('hex');
}
