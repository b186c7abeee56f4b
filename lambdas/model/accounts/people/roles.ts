import type { PersonPermission, Role } from '../../../../contract/api/roles.ts';
import type { Member } from './people.schema.ts';

/** The permission that is needed to give or remove these roles. */
export function permissionToChange(...roles: Role[]): PersonPermission {
  return roles.includes('owner') ? 'owners.write' : 'members.write';
}

/** Leaving needs no permission; removing another member does. */
export function permissionToRemove({ userId, role }: Member, byUserId: string): PersonPermission | undefined {
  return userId === byUserId ? undefined : permissionToChange(role);
}
