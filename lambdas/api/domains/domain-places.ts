import type { Limits } from '../../../contract/api/limits.ts';
import { AppError, quotaExceeded } from '../../shared/errors/app-error.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';

/**
 * Creates a domain in the place reserved with the call, or reserves one now. Returns a place that is certainly unused. Throws the
 * 422 of a used-up quota.
 */
export async function withReservedPlace<T>(
  call: Call,
  create: () => Promise<T>,
  ports: Pick<Rows, 'domainPlaces' | 'log'>,
): Promise<T> {
  if (!call.isReserved) await takePlace(call, ports);
  try {
    return await create();
  } catch (error) {
    if (isCertainlyUnwritten(error)) await returnPlaces(call, 1, ports);
    throw error;
  }
}

async function takePlace({ caller, limits }: Call, { domainPlaces }: Pick<Rows, 'domainPlaces'>): Promise<void> {
  const { taken, used } = await domainPlaces.take(caller.organizationId, { wanted: 1, limits });
  if (taken === 0) throw domainQuotaExceeded(used, limits);
}

/** Returns unused places. If that fails, the nightly count corrects it. */
export async function returnPlaces(
  { caller: { organizationId }, actor }: Call,
  left: number,
  { domainPlaces, log }: Pick<Rows, 'domainPlaces' | 'log'>,
  bulk?: string,
): Promise<void> {
  const requestId = 'requestId' in actor ? actor.requestId : '';
  try {
    await domainPlaces.giveBack(organizationId, left, requestId, bulk);
  } catch (cause) {
    log('warn', 'places of domains were not given back', { organizationId, left, cause });
  }
}

/**
 * True when a failed creation has certainly written no domain. If in doubt the place counts as used, until the nightly count. The
 * SDK sets `$fault` to `client` where DynamoDB refused the request.
 */
export function isCertainlyUnwritten(error: unknown): boolean {
  return error instanceof AppError || error instanceof LostRace || (error as { $fault?: unknown }).$fault === 'client';
}

/** The 422 for a full organization. It names the quota that is used up. */
export function domainQuotaExceeded(used: DomainUse, limits: Limits): AppError {
  return limits.domains - used.domains <= limits.unvalidatedDomains - used.unvalidatedDomains
    ? quotaExceeded('domains', limits.domains, used.domains)
    : quotaExceeded(
        'unvalidated_domains',
        limits.unvalidatedDomains,
        used.unvalidatedDomains,
        'domains that were never validated',
      );
}
