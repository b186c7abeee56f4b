import type { Permission } from './operations.ts';

/** What a person is in an organization, from the least to the most. */
export const ROLES = ['viewer', 'developer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What only people do: no API key can have it. */
export const PEOPLE_PERMISSIONS = [
  'members.read',
  'members.write',
  /** To make somebody an owner, or an owner something less. */
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

/** What a role may do. Where every key of the stage is a test key, developers make keys themselves. */
export function permissionsOf(role: Role, keyMode: 'live' | 'test'): readonly PersonPermission[] {
  return role === 'developer' && keyMode === 'test' ? [...DEVELOPS, 'keys.write'] : PERMISSIONS_OF_ROLE[role];
}

/** The roles that allow something. */
export function rolesWith(permission: PersonPermission, keyMode: 'live' | 'test'): Role[] {
  return ROLES.filter((role) => permissionsOf(role, keyMode).includes(permission));
}

/** The higher of two roles. */
export function higherRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) >= ROLES.indexOf(other) ? one : other;
}
