import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation, PERMISSIONS } from '../../../contract/api/operations.ts';
import {
  higherRole,
  PEOPLE_PERMISSIONS,
  type PersonPermission,
  permissionsOf,
  ROLES,
  type Role,
} from '../../../contract/api/roles.ts';

const READS: PersonPermission[] = [
  'domains.read',
  'servers.read',
  'webhooks.read',
  'members.read',
  'keys.read',
  'audit.read',
  'reports.read',
];

/** Permissions of each role beyond those of the role below it. */
const ADDED: Record<Role, PersonPermission[]> = {
  viewer: READS,
  developer: ['domains.check', 'domains.write', 'servers.write', 'webhooks.write'],
  admin: ['members.write', 'keys.write'],
  owner: ['owners.write'],
};

describe('a role', () => {
  it.each(ROLES.map((role, place) => [role, ROLES[place - 1]] as const))('allows %s all that %s may, and more', (role, below) => {
    const before = below ? permissionsOf(below, 'live') : [];
    expect(permissionsOf(role, 'live').toSorted()).toEqual([...before, ...ADDED[role]].toSorted());
  });

  it('lets owners do everything there is, and viewers no operation that changes something', () => {
    expect(permissionsOf('owner', 'live').toSorted()).toEqual([...PERMISSIONS, ...PEOPLE_PERMISSIONS].toSorted());
    const operations: Operation[] = Object.values(OPERATIONS);
    const allowed = operations.filter(({ permission }) => permission && permissionsOf('viewer', 'test').includes(permission));
    expect(new Set(allowed.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('lets developers make keys only where every key is a test key', () => {
    expect(permissionsOf('developer', 'test')).toContain('keys.write');
    expect(permissionsOf('developer', 'live')).not.toContain('keys.write');
    expect(permissionsOf('viewer', 'test')).not.toContain('keys.write');
  });

  it('is higher than those before it', () => {
    expect([higherRole('viewer', 'admin'), higherRole('owner', 'developer'), higherRole('admin', 'admin')]).toEqual([
      'admin',
      'owner',
      'admin',
    ]);
  });
});
