import { LIMIT_NAMES, type Limits, type RateLimits, STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { quotaExceeded } from '../../shared/errors/app-error.ts';
import { keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { OrganizationLimits } from './account.schema.ts';

export const LIMIT_FIELDS = {
  requestsPerMinute: 'requests_per_minute',
  requestsPerHour: 'requests_per_hour',
  domains: 'domains',
  unvalidatedDomains: 'unvalidated_domains',
  servers: 'servers',
  webhooks: 'webhooks',
  newReceiversPerHour: 'new_receivers_per_hour',
  openInvitations: 'open_invitations',
  newInvitationsPerHour: 'new_invitations_per_hour',
} as const satisfies Record<keyof Limits, string>;

/** An organization's limits. An administrator's change overrides the stage, and the stage overrides the service's default. */
export function limitsOf(changed: OrganizationLimits, ofStage: RateLimits): Limits {
  const standard: Limits = { ...STANDARD_LIMITS, ...ofStage };
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, changed[name] ?? standard[name]])) as Limits;
}

/** Only the limits that are set. */
export function limitsResource(limits: { [name in keyof Limits]?: number | undefined }): Record<string, number> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => (limits[name] === undefined ? [] : [[LIMIT_FIELDS[name], limits[name]]])),
  );
}

export type CountedResource = 'servers' | 'webhooks' | 'api_keys';

/** The quota check of a creation. `counted`: the rows read before it, for an organization that has no counter yet. */
export interface QuotaRoom {
  counted: number;
  limit: number;
}

/**
 * The 422 of a creation that met the limit only in its transaction, because of concurrent creations; any other error unchanged.
 */
export function toQuotaExceeded(
  error: unknown,
  organizationId: string,
  resource: CountedResource,
  limit: number,
  words?: string,
): unknown {
  if (!(error instanceof LostRace)) return error;
  const { pk, sk } = keys.resourceCounts(organizationId);
  const counts = error.found.find((item) => item?.pk === pk && item.sk === sk);
  const used = Number(counts?.[resource] ?? 0);
  return counts && used >= limit ? quotaExceeded(resource, limit, used, words) : error;
}
