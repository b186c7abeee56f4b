import { quotaExceeded } from '../../shared/errors/named-errors.ts';
import { keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';

export type CountedResource = 'servers' | 'webhooks';

/** What a creation knows of its quota. `counted`: the rows that were read before it, for an organization that has no counter yet. */
export interface Room {
  counted: number;
  limit: number;
}

/** The 422 of a creation that met the limit only in its transaction, because others were created meanwhile; else the error as it is. */
export function orQuotaExceeded(error: unknown, organizationId: string, resource: CountedResource, limit: number): unknown {
  if (!(error instanceof LostRace)) return error;
  const { pk, sk } = keys.resourceCounts(organizationId);
  const counts = error.found.find((item) => item?.pk === pk && item.sk === sk);
  const used = Number(counts?.[resource] ?? 0);
  return counts && used >= limit ? quotaExceeded(resource, limit, used) : error;
}
