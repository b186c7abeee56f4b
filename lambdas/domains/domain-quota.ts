import { AppError } from '../shared/app-error.ts';
import type { Limits } from '../shared/contract/limits.ts';

export interface DomainUse {
  domains: number;
  /** Never validated so far. */
  unvalidatedDomains: number;
}

/** How many more domains an organization may create now. */
export function roomForDomains(used: DomainUse, limits: Limits): number {
  return Math.max(0, Math.min(limits.domains - used.domains, limits.unvalidatedDomains - used.unvalidatedDomains));
}

/** The 422 of an organization that has no room for another domain; it names the quota that is used up. */
export function domainQuotaExceeded(used: DomainUse, limits: Limits): AppError {
  return limits.domains - used.domains <= limits.unvalidatedDomains - used.unvalidatedDomains
    ? exceeded('domains', 'domains', limits.domains, used.domains)
    : exceeded('unvalidated_domains', 'domains that were never validated', limits.unvalidatedDomains, used.unvalidatedDomains);
}

/** The same for the server that a domain would bring into being. */
export function serverQuotaExceeded(used: number, { servers }: Limits): AppError {
  return exceeded('servers', 'servers', servers, used);
}

function exceeded(resource: string, words: string, limit: number, used: number): AppError {
  return new AppError('quota_exceeded', `An organization has at most ${limit} ${words}; delete one that is not used.`, {
    details: { resource, limit, used },
  });
}
