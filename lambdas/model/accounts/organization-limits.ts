import { LIMIT_NAMES, type Limits, STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import type { OrganizationLimits } from './account.schema.ts';

/** The limits' names in the API. */
export const LIMIT_FIELDS = {
  requestsPerMinute: 'requests_per_minute',
  requestsPerHour: 'requests_per_hour',
  domains: 'domains',
  unvalidatedDomains: 'unvalidated_domains',
  servers: 'servers',
  webhooks: 'webhooks',
  newReceiversPerHour: 'new_receivers_per_hour',
} as const satisfies Record<keyof Limits, string>;

/** An organization's limits: the standard, but for what an administrator has changed. */
export function limitsOf(changed: OrganizationLimits): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, changed[name] ?? STANDARD_LIMITS[name]])) as Limits;
}

/** Those of the limits that are there. */
export function limitsResource(limits: Partial<Limits>): Record<string, number> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => (limits[name] === undefined ? [] : [[LIMIT_FIELDS[name], limits[name]]])),
  );
}
