import type { Permission } from '../../../contract/api/operations.ts';
import type { PersonPermission, Role } from '../../../contract/api/roles.ts';

/**
 * Who is asking, by how they signed in. With a second kind, `Caller = KeyCaller | …`, each place that must decide about it
 * does not compile until it does. What is no field of every kind, only such a place may read.
 */
export type Caller = KeyCaller | SessionCaller;

/** A program of the integrator, with an API key. */
export interface KeyCaller {
  kind: 'key';
  organizationId: string;
  keyId: string;
  keyName: string;
  permissions: Permission[];
  /** Absent: the key does not end by itself. */
  expiresAt?: string | undefined;
  /** Absent: from everywhere, and for all servers. */
  allowedAddresses?: readonly string[] | undefined;
  allowedServers?: readonly number[] | undefined;
  /** The secret that a rotation has replaced, in its overlap. */
  hasFormerSecret: boolean;
}

/** A person who has signed in. */
export interface SessionCaller {
  kind: 'session';
  organizationId: string;
  userId: string;
  role: Role;
  /** The roles that allow something here. */
  rolesWith: (permission: PersonPermission) => Role[];
  permissions: readonly PersonPermission[];
  /** Throws the 403 of whoever has not signed in within the last ten minutes. */
  requireFreshSignIn(): void;
}
