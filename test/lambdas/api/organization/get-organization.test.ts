import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../../contract/api/operations.ts';
import { getOrganization } from '../../../../lambdas/api/organization/get-organization.ts';
import { OrganizationResource } from '../../../../lambdas/api/organization/organization-resource.schema.ts';
import { NO_PLACES } from '../../../../lambdas/model/accounts/domain-places.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { counterItem } from '../../model/events/an-event.ts';
import { apiCaller, keyItem, limitsItem, opened, organizationItem, pair, serverItem, tableHolds } from '../api-caller.ts';
import { aWebhook } from '../webhooks/webhooks-api.ts';

const call = apiCaller(opened([getOrganization]));
const get = () => call({ method: 'GET', path: '/api/organization' });
const organization = organizationItem();
const keyOfOrganization = { ...keys.keyOfOrganization('org_A', pair.keyId), keyId: pair.keyId };
const hold = (...more: Record<string, unknown>[]) => tableHolds(organization, keyOfOrganization, ...more);

describe('200: the organization', () => {
  it('the organization has its key, its limits and what it uses', async () => {
    hold(
      limitsItem({ places: { ...NO_PLACES, domains: 5, unvalidatedDomains: 4, freed: { domains: 1, unvalidatedDomains: 1 } } }),
      { ...counterItem(9, ''), freedDomains: 3, freedUnvalidatedDomains: 3 },
      ...[serverItem(1), serverItem(2), aWebhook()],
      { ...counterItem(9, '', 'org_B'), domains: 70 },
      aWebhook(9, { organizationId: 'org_B' }),
    );
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(OrganizationResource.parse(json)).toEqual({
      id: 'org_A',
      livemode: true,
      name: 'Shops',
      key: { id: pair.keyId, name: 'first', permissions: [...PERMISSIONS] },
      limits: {
        requests_per_minute: { limit: 100, used: 1 },
        requests_per_hour: { limit: 1000, used: 1 },
        domains: { limit: 10_000, used: 3 },
        unvalidated_domains: { limit: 1000, used: 2 },
        servers: { limit: 100, used: 2 },
        webhooks: { limit: 20, used: 1 },
        new_receivers_per_hour: { limit: 60, used: 0 },
      },
      base_target: 'cname.service.net',
      cname_target: 'cname.service.net',
    });
  });

  it('the organization shows the limits that an administrator has changed', async () => {
    hold(limitsItem({ requestsPerHour: 5000, domains: 7 }), keyItem({ requestsPerMinute: 300 }));
    expect((await get()).json.limits).toMatchObject({
      requests_per_minute: { limit: 300 },
      requests_per_hour: { limit: 5000 },
      domains: { limit: 7 },
      servers: { limit: 100 },
    });
  });

  it('the organization is shown to any valid key, whatever it may do', async () => {
    hold(keyItem({ permissions: [] }));
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(OrganizationResource.parse(json).key.permissions).toEqual([]);
  });

  it('the organization shows no secret and no hash of one', async () => {
    hold();
    expect(JSON.stringify((await get()).json)).not.toMatch(/sha256|sk_live/i);
  });
});
