import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';
import { DOMAIN_ID, itemOf, itemsUnder, tableHolds } from '../api-caller.ts';
import { aDistribution } from '../servers/servers-api.ts';
import { domainsApi, places } from './a-creation.ts';

let id = 1000;
const { call } = domainsApi({}, { newResourceId: () => id++ });
const distribution = aDistribution(2, {
  label: 'distributionlabe',
  access: { checkedAt: '2026-06-01T11:00:00.000Z', quotas: [] },
});
const refusal = { server_id: [expect.stringContaining('takes no hostname without a certificate')] };
const move = () => call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: { server_id: 2 } });
let items: ReturnType<typeof tableHolds>;

beforeEach(() => {
  items = tableHolds(...places, distribution);
});

describe('CloudFront', () => {
  it('takes no new hostname, which is said before a certificate is ordered', async () => {
    const { status, json } = await call({ body: { url: 'shop.customer.com', server_id: 2 } });
    expect([status, json.error.details.errors]).toEqual([422, refusal]);
    expect(itemsUnder(items, 'DOMAIN#')).toEqual([]);
  });

  it('takes a new hostname where it gets the certificate itself', async () => {
    items = tableHolds(...places, { ...distribution, managed: true });
    expect((await call({ body: { url: 'shop.customer.com', server_id: 2 } })).status).toBe(201);
  });

  it('takes none beyond the tenants that AWS allows the account', async () => {
    const quotas = [{ name: 'distribution_tenants' as const, used: 10_000, limit: 10_000 }];
    const access = { checkedAt: '2026-06-01T11:00:00.000Z', quotas };
    items = tableHolds(...places, aDistribution(2, { label: 'distributionlabe', managed: true, access }));
    const { status, json } = await call({ body: { url: 'shop.customer.com', server_id: 2 } });
    const details = { resource: 'distribution_tenants', limit: 10_000, used: 10_000 };
    expect([status, json.error]).toEqual([422, expect.objectContaining({ code: 'quota_exceeded', details })]);
    expect(itemsUnder(items, 'DOMAIN#')).toEqual([]);
  });

  it('takes none of a bulk request, whose others are created', async () => {
    const domains = [2, 1].map((server_id, n) => ({ url: `shop${n}.customer.com`, server_id }));
    const { status, json } = await call({ path: '/api/domains/bulk', body: { domains } });
    expect([status, json.data.map((item: { status: string }) => item.status)]).toEqual([201, ['error', 'created']]);
    expect(json.data[0].error.details.errors).toEqual(refusal);
  });

  it('takes no hostname that waits for its first certificate', async () => {
    items = tableHolds(...places, distribution, itemOf(aDomain('awaiting-dns')));
    const { status, json } = await move();
    expect([status, json.error.details.errors]).toEqual([422, refusal]);
  });

  it('takes none that another distribution has: CloudFront gives a hostname to one only', async () => {
    const domain = aDomain('active');
    const other = aDistribution(domain.serverId, { label: 'anotherdistribut' });
    const own = { ...certificate, serverId: domain.serverId, hostname: domain.url, domainId: domain.id };
    const key = keys.certificate(domain.organizationId, domain.serverId, domain.url);
    items = tableHolds(...places.filter(({ sk }) => sk !== other.sk), other, distribution, itemOf(domain), { ...key, ...own });
    const { status, json } = await move();
    expect([status, json.error.details.errors]).toEqual([422, { server_id: [expect.stringContaining('one only')] }]);
  });

  it('takes one with its certificate, of which it gets a copy at once', async () => {
    const domain = aDomain('active');
    const own = { ...certificate, serverId: domain.serverId, hostname: domain.url, domainId: domain.id };
    items = tableHolds(...places, distribution, itemOf(domain), {
      ...keys.certificate(domain.organizationId, domain.serverId, domain.url),
      ...own,
    });
    const { status, json } = await move();
    expect([status, json.server_id]).toEqual([200, 2]);
    const { pk, sk } = keys.certificate(domain.organizationId, 2, domain.url);
    expect(items.get(`${pk}|${sk}`)).toMatchObject({ serverId: 2, state: 'present' });
  });
});
