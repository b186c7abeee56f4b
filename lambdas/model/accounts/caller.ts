import type { Permission } from '../../../contract/api/operations.ts';
import type { PersonPermission, Role } from '../../../contract/api/roles.ts';

/**
 * The caller, by authentication method. With a further kind in this union, each place that must decide about it fails to compile.
 * Fields that only some kinds have can be read only in such places.
 */
export type Caller = KeyCaller | SessionCaller;

/** An integrator's program, with an API key. */
export interface KeyCaller {
  kind: 'key';
  organizationId: string;
  keyId: string;
  keyName: string;
  permissions: Permission[];
  /** Absent: the key does not expire. */
  expiresAt?: string | undefined;
  /** Absent: from everywhere, and for all servers. */
  allowedAddresses?: readonly string[] | undefined;
  allowedServers?: readonly number[] | undefined;
  /** The request used the previous secret, in its overlap after a rotation. */
  hasFormerSecret: boolean;
}

export interface SessionCaller {
  kind: 'session';
  organizationId: string;
  userId: string;
  role: Role;
  /** The roles that have this permission here. */
  rolesWith: (permission: PersonPermission) => Role[];
  permissions: readonly PersonPermission[];
  /** Throws the 403 of a person who has not signed in within the last ten minutes. */
  requireFreshSignIn(): void;
}
