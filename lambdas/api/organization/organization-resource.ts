import { LIMIT_FIELDS } from '../../model/accounts/organization-limits.ts';
import { LIMIT_NAMES, type Limits } from '../../shared/contract/limits.ts';
import type { Call } from '../pipeline/api-route.ts';
import type { OrganizationUse } from './organization-use.store.ts';

type Use = OrganizationUse & { domains: number; unvalidatedDomains: number };

/** The caller's organization, with its key and its limits, as the API shows it. */
export function organizationResource(use: Use, { caller, limits, used }: Call, baseTarget: string) {
  const { domains, unvalidatedDomains, servers, webhooks } = use;
  const uses: Limits = { ...used, domains, unvalidatedDomains, servers, webhooks };
  return {
    id: use.organization.id,
    name: use.organization.name,
    key: { id: caller.keyId, name: caller.keyName, permissions: caller.permissions },
    limits: Object.fromEntries(LIMIT_NAMES.map((name) => [LIMIT_FIELDS[name], { limit: limits[name], used: uses[name] }])),
    cname_target: baseTarget,
  };
}
