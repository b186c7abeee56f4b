import { type InvitationLimits, type Limits, STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { portalPath } from '../../../contract/paths.ts';
import type { KeyCaller } from '../../model/accounts/caller.ts';
import { LIMIT_FIELDS } from '../../model/accounts/organization-limits.ts';
import { livemodeOf, liveOrganizationOf } from '../../model/accounts/tenant.ts';
import type { OrganizationUse } from '../../model/events/organization-use.store.ts';
import { siteOf } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { OrganizationResource } from './organization-resource.schema.ts';

/** Any valid key may call this: it reads only its own organization. */
export const getOrganization = defineOperation({
  id: 'getOrganization',
  clientMethod: 'organization.get',
  tag: 'Organization',
  reach: 'none',
  summary: 'Get your organization',
  description: 'The organization and the API key that make this request, and what is left of the limits. Any valid key may ask.',
  answer: {
    status: 200,
    description: 'Your organization.',
    schema: OrganizationResource,
    example: () => ({
      id: 'org_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
      livemode: true,
      name: 'Integrator Inc.',
      key: { id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd', name: 'production', permissions: ['domains.read', 'domains.write'] },
      limits: {
        requests_per_minute: { limit: STANDARD_LIMITS.requestsPerMinute, used: 1 },
        requests_per_hour: { limit: STANDARD_LIMITS.requestsPerHour, used: 17 },
        domains: { limit: STANDARD_LIMITS.domains, used: 12 },
        unvalidated_domains: { limit: STANDARD_LIMITS.unvalidatedDomains, used: 2 },
        servers: { limit: STANDARD_LIMITS.servers, used: 1 },
        webhooks: { limit: STANDARD_LIMITS.webhooks, used: 1 },
        new_receivers_per_hour: { limit: STANDARD_LIMITS.newReceiversPerHour, used: 0 },
      },
      portal_url: 'https://certificates.example.net/portal/opt_7Qw2Er9Ty4Ui1Op6As3Df8Gh5Jk0Lz2X',
      base_target: 'cname.example.net',
      cname_target: 'cname.example.net',
    }),
  },
  prepare:
    ({ organizationUse, settings }: Pick<Rows, 'organizationUse' | 'settings'>) =>
    async ({ request, caller }) => {
      const use = await organizationUse.read(caller.organizationId);
      return (call) => ({ status: 200, json: organizationResource(use, call, settings.baseTarget, siteOf(request, settings)) });
    },
});

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
