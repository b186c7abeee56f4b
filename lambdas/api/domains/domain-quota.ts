import type { Limits } from '../../../contract/api/limits.ts';
import type { AppError } from '../../shared/errors/app-error.ts';
import { quotaExceeded } from '../../shared/errors/named-errors.ts';
import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';

/** How many more domains an organization may create now. */
export function roomForDomains(used: DomainUse, limits: Limits): number {
  return Math.max(0, Math.min(limits.domains - used.domains, limits.unvalidatedDomains - used.unvalidatedDomains));
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
