import type { Policies, Role, Statement } from './policies.ts';
import type { Permission } from './simulate.ts';

/** Why a role has a permission that no end-to-end test uses. */
export interface Explanation {
  /** The construct's path: `DomainsApi/ServeDomains`; `*`: every role with the permission. */
  role: string;
  actions: string[];
  /** The resource's construct path; a trailing `*` matches any rest. Undefined: any. */
  resource?: string;
  /** Whether a run uses it depends on timing: both are right. */
  isSeldom?: true;
  reason: string;
}

export interface UnusedPermission {
  role: string;
  action: string;
  resource: string;
  explanation: Explanation | undefined;
}

export interface Unused {
  unused: UnusedPermission[];
  /** Explanations of permissions that are used, or that no role has. */
  needless: Explanation[];
}

/** The roles of one deployment, and their permissions that requests have used. */
export interface Use {
  policies: Policies;
  used: Map<Role, Permission[]>;
}

/**
 * Permissions that no request used in any of several deployments of the same templates, each with its explanation; and
 * explanations without such a permission.
 */
export function neverUsed(uses: readonly Use[], explanations: readonly Explanation[]): Unused {
  const all = inAnyOf(uses.map(permissionsIn));
  const explains = (explanation: Explanation, { role, action, resource }: { role: string; action: string; resource: string }) =>
    matches(explanation.role, role) && explanation.actions.includes(action) && matches(explanation.resource ?? '*', resource);
  const unused = all.filter(({ isUsed }) => !isUsed);
  return {
    unused: unused.map(({ role, action, resource }) => ({
      role,
      action,
      resource,
      explanation: explanations.find((one) => explains(one, { role, action, resource })),
    })),
    needless: explanations.flatMap((one) => {
      const candidates = one.isSeldom ? all : unused;
      const actions = one.actions.filter(
        (action) => !candidates.some((permission) => explains({ ...one, actions: [action] }, permission)),
      );
      return actions.length > 0 ? [{ ...one, actions }] : [];
    }),
  };
}

interface PermissionInUse {
  role: string;
  statement: number;
  action: string;
  resource: string;
  isUsed: boolean;
}

function permissionsIn({ policies, used }: Use): PermissionInUse[] {
  return policies.roles.flatMap((role) =>
    permissionsOf(role).map((permission) => ({
      role: role.name,
      statement: permission.statement,
      action: permission.action,
      resource: named(permission.resource, policies.names),
      isUsed: (used.get(role) ?? []).some((one) => isSame(one, permission)),
    })),
  );
}

/** Resources have other ARNs in another deployment, but the same names. */
function inAnyOf(deployments: readonly PermissionInUse[][]): PermissionInUse[] {
  const same = Map.groupBy(deployments.flat(), (one) => [one.role, one.statement, one.action, one.resource].join(' '));
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, isUsed: first.isUsed || others.some(({ isUsed }) => isUsed) }] : [],
  );
}

/** One per action and resource of each Allow statement. */
function permissionsOf({ rights }: Role): Permission[] {
  return rights.Statement.flatMap((statement, number) =>
    statement.Effect === 'Deny'
      ? []
      : listed(statement.Action).flatMap((action) =>
          listed(statement.Resource).map((resource) => ({ statement: number, action, resource })),
        ),
  );
}

function listed(value: Statement['Resource']): string[] {
  return [value ?? []].flat();
}

function isSame(one: Permission, other: Permission): boolean {
  return one.statement === other.statement && one.action === other.action && one.resource === other.resource;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** An ARN as its construct path and the rest: `Table/index/byDue`. */
function named(arn: string, names: Map<string, string>): string {
  const [found] = [...names].filter(([known]) => arn.startsWith(known)).sort(([a], [b]) => b.length - a.length);
  return found ? `${found[1]}${arn.slice(found[0].length)}` : arn;
}
