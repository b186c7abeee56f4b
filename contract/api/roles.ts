import type { Permission } from './operations.ts';

/** Roles of a person in an organization, lowest first. */
export const ROLES = ['viewer', 'developer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Permissions that only people have, never an API key. */
export const PEOPLE_PERMISSIONS = [
  'members.read',
  'members.write',
  /** Promote somebody to owner, or demote an owner. */
  'owners.write',
] as const;
export type PersonPermission = Permission | (typeof PEOPLE_PERMISSIONS)[number];

const READS = [
  'domains.read',
  'servers.read',
  'webhooks.read',
  'members.read',
  'keys.read',
  'audit.read',
  'reports.read',
] as const;
const DEVELOPS = [...READS, 'domains.check', 'domains.write', 'servers.write', 'webhooks.write'] as const;
const ADMINISTERS = [...DEVELOPS, 'members.write', 'keys.write'] as const;

const PERMISSIONS_OF_ROLE: Record<Role, readonly PersonPermission[]> = {
  viewer: READS,
  developer: DEVELOPS,
  admin: ADMINISTERS,
  owner: [...ADMINISTERS, 'owners.write'],
};

/** Permissions of a role. On a stage where all keys are test keys, developers may create keys themselves. */
export function permissionsOf(role: Role, keyMode: 'live' | 'test'): readonly PersonPermission[] {
  return role === 'developer' && keyMode === 'test' ? [...DEVELOPS, 'keys.write'] : PERMISSIONS_OF_ROLE[role];
}

export function rolesWith(permission: PersonPermission, keyMode: 'live' | 'test'): Role[] {
  return ROLES.filter((role) => permissionsOf(role, keyMode).includes(permission));
}

export function higherRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) >= ROLES.indexOf(other) ? one : other;
}
