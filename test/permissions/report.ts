import type { Denial, Hearing } from './hearing.ts';
import type { UnusedPermission } from './never-used.ts';

const EXPLANATIONS = 'test/permissions/explanations.ts';

export function summary({ recorded, allowed, denials }: Hearing, shapes: number): string {
  return `Requests to AWS: ${recorded} recorded (${shapes} shapes), ${allowed} allowed, ${recorded - allowed} denied for ${denials.length} reasons.`;
}

/** The caller, the denied action, and the statement that would allow it or the one that denies it. */
export function denialText({ caller, question, count, refusedBy }: Denial, names: Map<string, string>): string {
  const { action, resource, context } = question;
  const remedy = refusedBy
    ? `A statement refuses it: ${refusedBy}`
    : `Missing statement: ${JSON.stringify({ Effect: 'Allow', Action: action, Resource: resource })}`;
  return [
    `DENIED: ${caller} may not ${action} on ${names.get(resource) ?? resource} (${count} requests)`,
    `  with ${JSON.stringify(context)}`,
    `  ${remedy}`,
  ].join('\n');
}

/** Grouped by reason. */
export function unusedText(explained: readonly UnusedPermission[]): string {
  const byReason = Map.groupBy(explained, ({ explanation }) => explanation?.reason ?? '');
  const lines = [...byReason].map(([reason, permissions]) => {
    const what = [...new Set(permissions.map(({ action, resource }) => `${action} on ${resource}`))];
    const roles = new Set(permissions.map(({ role }) => role));
    const who = roles.size > 3 ? `${roles.size} roles` : [...roles].join(', ');
    return `  ${permissions.length} of ${who}: ${what.length > 3 ? `${what.slice(0, 3).join('; ')} …` : what.join('; ')}\n    ${reason}`;
  });
  return [`Allowed and never used: ${explained.length}, each for a reason.`, ...lines].join('\n');
}

export function neededText({ role, action, resource }: UnusedPermission): string {
  return `NEVER USED: ${role} may ${action} on ${resource}. Take it from the role, test it, or say why it is there: ${EXPLANATIONS}`;
}
