import type { Limits } from '../../../contract/api/limits.ts';
import { AppError, quotaExceeded } from '../../shared/errors/app-error.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/api-route.ts';

/** For a domain whose place could not be taken with the count of its call. Throws the 422 of a quota that is used up. */
export async function takePlace(call: Call, { domainPlaces }: Pick<Rows, 'domainPlaces'>): Promise<void> {
  if (call.reserved.left > 0) return;
  const { taken, used } = await domainPlaces.take(call.caller.organizationId, { wanted: 1, limits: call.limits });
  if (taken === 0) throw domainQuotaExceeded(used, call.limits);
  call.reserved.left = taken;
}

/** What is left of the places that a call has taken. What cannot be given back now, the nightly count does. */
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

/** Work that writes a domain uses a place, also where nobody knows whether it was written: the nightly count finds out. */
export async function usePlace<T>(places: { left: number }, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    places.left -= 1;
    return done;
  } catch (error) {
    if (!isSurelyNotWritten(error)) places.left -= 1;
    throw error;
  }
}

/** The SDK calls the fault the client's where DynamoDB has refused a request. */
function isSurelyNotWritten(error: unknown): boolean {
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
