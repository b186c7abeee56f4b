import type { InvitationLimits, Limits } from '../../../contract/api/limits.ts';
import { portalPath } from '../../../contract/paths.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { KeyCaller } from '../../model/accounts/caller.ts';
import { LIMIT_FIELDS } from '../../model/accounts/organization-limits.ts';
import { livemodeOf, liveOrganizationOf } from '../../model/accounts/tenant.ts';
import type { OrganizationUse, OrganizationUseStore } from '../../model/events/organization-use.store.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import { siteOf } from '../../shared/http/route.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';

/** The caller's organization, with its key and its limits, as the API shows it. */
function organizationResource(use: OrganizationUse, { caller, limits, used }: Call, baseTarget: string, site: string) {
  const { domains, unvalidatedDomains, servers, webhooks } = use;
  const { requestsPerMinute, requestsPerHour, newReceiversPerHour } = used;
  const ofRows = { domains, unvalidatedDomains, servers, webhooks };
  const uses: Omit<Limits, keyof InvitationLimits> = { requestsPerMinute, requestsPerHour, ...ofRows, newReceiversPerHour };
  return {
    id: liveOrganizationOf(use.organization.id),
    livemode: livemodeOf(use.organization.id),
    name: use.organization.name,
    ...(caller.kind === 'key' && { key: keyOfRequest(caller) }),
    limits: Object.fromEntries(
      (Object.keys(uses) as (keyof typeof uses)[]).map((name) => [LIMIT_FIELDS[name], { limit: limits[name], used: uses[name] }]),
    ),
    ...(use.portalToken !== undefined && { portal_url: `${site}${portalPath(use.portalToken)}` }),
    base_target: baseTarget,
    cname_target: baseTarget,
  };
}

function keyOfRequest({ keyId, keyName, permissions, allowedAddresses, allowedServers }: KeyCaller) {
  return {
    ...{ id: keyId, name: keyName, permissions },
    ...(allowedAddresses && { allowed_addresses: allowedAddresses }),
    ...(allowedServers && { allowed_server_ids: allowedServers }),
  };
}

export interface GetOrganizationPorts {
  organizations: OrganizationUseStore;
  settings: Settings;
}

/** Any valid key may ask, whatever its permissions: it learns about itself. */
export function getOrganization({ organizations, settings }: GetOrganizationPorts): ApiRoute {
  return {
    operation: 'getOrganization',
    async prepare(request, { organizationId }) {
      refuseQuery(request);
      const use = await organizations.read(organizationId);
      return (call) => ({ status: 200, json: organizationResource(use, call, settings.baseTarget, siteOf(request, settings)) });
    },
  };
}
