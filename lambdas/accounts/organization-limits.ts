import { LIMIT_NAMES, type Limits, STANDARD_LIMITS } from '../shared/contract/limits.ts';
import type { OrganizationLimits } from './account.schema.ts';

/** An organization's limits: the standard, but for what an administrator has changed. */
export function limitsOf(changed: OrganizationLimits): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, changed[name] ?? STANDARD_LIMITS[name]])) as Limits;
}
