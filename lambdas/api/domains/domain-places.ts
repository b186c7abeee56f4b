import type { Limits } from '../../../contract/api/limits.ts';
import { AppError, quotaExceeded } from '../../shared/errors/app-error.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';

/**
 * Creates a domain in the place that was taken with the count of its call, or in one that is taken now. A place that is surely
 * not used is given back. Throws the 422 of a quota that is used up.
 */
export async function inPlace<T>(call: Call, create: () => Promise<T>, ports: Pick<Rows, 'domainPlaces' | 'log'>): Promise<T> {
  if (!call.isReserved) await takePlace(call, ports);
  try {
    return await create();
  } catch (error) {
    if (isSurelyNotWritten(error)) await givePlacesBack(call, 1, ports);
    throw error;
  }
}

async function takePlace({ caller, limits }: Call, { domainPlaces }: Pick<Rows, 'domainPlaces'>): Promise<void> {
  const { taken, used } = await domainPlaces.take(caller.organizationId, { wanted: 1, limits });
  if (taken === 0) throw domainQuotaExceeded(used, limits);
}

/** Places of a call that are not used. What cannot be given back now, the nightly count does. */
export async function givePlacesBack(
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
 * Whether a creation that failed has written no domain. Where nobody knows, the place counts as used: the nightly count finds
 * out. The SDK calls the fault the client's where DynamoDB has refused a request.
 */
export function isSurelyNotWritten(error: unknown): boolean {
  return error instanceof AppError || error instanceof LostRace || (error as { $fault?: unknown }).$fault === 'client';
}

/** The 422 of an organization that has no room for another domain; it names the quota that is used up. */
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
