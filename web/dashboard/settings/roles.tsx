import { ROLES, type Role } from '../../../contract/api/roles.ts';

/** What each role may do, as in docs/operate/people.md. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'Reads everything of the organization.',
  developer: 'Reads everything, and changes domains, servers and webhooks. Makes API keys in test mode.',
  admin: 'All that a developer may, and makes and revokes API keys, and invites, changes and removes members.',
  owner: 'All that an admin may, and makes somebody an owner, or an owner something less.',
};

export function RolesExplained() {
  return (
    <details>
      <summary>What each role may do</summary>
      <dl className="facts">
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>{ROLE_WORDS[role]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** An unknown role remains selectable. */
export function RoleOptions({ present }: { present?: string }) {
  const roles: readonly string[] = present === undefined || ROLES.some((role) => role === present) ? ROLES : [...ROLES, present];
  return roles.map((role) => (
    <option key={role} value={role}>
      {role}
    </option>
  ));
}
