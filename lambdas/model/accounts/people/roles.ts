import type { PersonPermission, Role } from '../../../../contract/api/roles.ts';
import type { Member } from './people.schema.ts';

/** What somebody must be allowed to in order to give a role, or to take one away. */
export function permissionToChange(...roles: Role[]): PersonPermission {
  return roles.includes('owner') ? 'owners.write' : 'members.write';
}

/** Whoever leaves needs no permission; whoever removes another does. */
export function permissionToRemove({ userId, role }: Member, byUserId: string): PersonPermission | undefined {
  return userId === byUserId ? undefined : permissionToChange(role);
}
