/** @module-tag waits */
import {
  CloudFrontClient,
  CreateDistributionCommand,
  CreateDistributionTenantCommand,
  type DistributionConfig,
  GetManagedCertificateDetailsCommand,
  ListDistributionTenantsCommand,
} from '@aws-sdk/client-cloudfront';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { api, connection, createWithCname, dns, isActive, newHostname, until } from '../cloud.ts';
import { aRole, checked, IN_TIME, integratorsAccount, type ShownServer } from './an-integrators-role.ts';

const cloudFront = new CloudFrontClient({ ...integratorsAccount, region: 'us-east-1' });

let roleArn = '';

beforeAll(async () => {
  roleArn = await aRole('tenants', { account: '000000000000', externalId: connection.organization_id });
});

/** ConnectionMode decides whether the distribution can have tenants. */
async function aDistribution(ConnectionMode: 'tenant-only' | 'direct'): Promise<string> {
  const DistributionConfig = {
    CallerReference: ConnectionMode,
    Comment: '',
    Enabled: true,
    ConnectionMode,
    Origins: { Quantity: 1, Items: [{ Id: 'shops', DomainName: 'shops.example.com' }] },
    DefaultCacheBehavior: { TargetOriginId: 'shops', ViewerProtocolPolicy: 'allow-all' },
  } as DistributionConfig;
  const { Distribution } = await cloudFront.send(new CreateDistributionCommand({ DistributionConfig }));
  return Distribution?.Id ?? expect.fail('no distribution');
}

async function createServer(distributionId: string, more: { managed?: boolean } = {}): Promise<ShownServer> {
  const config = { role_arn: roleArn, distribution_id: distributionId, ...more };
  const { status, body } = await api<ShownServer>('POST', '/servers', { body: { type: 'cloudfront', name: 'Edge', config } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** CloudFront creates the default connection group with an account's first tenant. */
async function aTenantOfSomebodyElse(distributionId: string): Promise<void> {
  const Domains = [{ Domain: 'other.customer.test' }];
  await cloudFront.send(new CreateDistributionTenantCommand({ DistributionId: distributionId, Name: 'other', Domains }));
}

async function tenants() {
  const { DistributionTenantList = [] } = await cloudFront.send(new ListDistributionTenantsCommand({}));
  return DistributionTenantList;
}

function tenantOf(hostname: string) {
  return vi.waitFor(async () => {
    const found = (await tenants()).find(({ Domains = [] }) => Domains.some(({ Domain }) => Domain === hostname));
    return found ?? expect.fail('there is no tenant');
  }, IN_TIME);
}

describe('a server at CloudFront', () => {
  it('leads to its connection group, gets a tenant for a domain that moves there, and turns it off once the domain has left', async () => {
    const distributionId = await aDistribution('tenant-only');
    await aTenantOfSomebodyElse(distributionId);
    const server = await checked(await createServer(distributionId));
    expect(server).toMatchObject({ status: 'online', address: [expect.stringMatching(/cloudfront\.net$/)] });

    const domain = await until((await createWithCname('edged')).id, isActive);
    const former = domain.server_id;
    expect((await api('PATCH', `/domains/${domain.id}`, { body: { server_id: server.id } })).status).toBe(200);
    const tenant = await tenantOf(domain.url);
    expect([tenant.DistributionId, tenant.Enabled]).toEqual([distributionId, true]);
    expect(tenant.Customizations?.Certificate?.Arn).toMatch(/^arn:aws:acm:us-east-1:/);

    expect((await api('PATCH', `/domains/${domain.id}`, { body: { server_id: former } })).status).toBe(200);
    // Its deletion a minute later is tested in test/lambdas/aws-servers/tenants.test.ts.
    await vi.waitFor(async () => {
      expect((await tenants()).find(({ Id }) => Id === tenant.Id)?.Enabled).toBe(false);
    }, IN_TIME);
  });

  it('asks for a new hostname’s own one, where that is to be managed', async () => {
    const distributionId = (await tenants())[0]?.DistributionId ?? (await aDistribution('tenant-only'));
    const server = await checked(await createServer(distributionId, { managed: true }));
    const url = newHostname('managed');
    await dns.set(url, 'CNAME', [server.cname_target]);
    const { status } = await api('POST', '/domains', { body: { url, server_id: server.id } });
    expect(status).toBe(201);
    const { Id } = await tenantOf(url);
    // The emulator issues it at once, but without its PEM; test/lambdas/aws-servers/managed-tenant.test.ts tests the rest.
    const { ManagedCertificateDetails } = await cloudFront.send(new GetManagedCertificateDetailsCommand({ Identifier: Id }));
    expect(ManagedCertificateDetails?.CertificateStatus).toBe('issued');
  });

  it('says of a distribution that cannot have tenants that it cannot', async () => {
    const server = await checked(await createServer(await aDistribution('direct')));
    expect(server).toMatchObject({ status: 'error', problem: { reason: 'distribution_for_one_tenant' } });
  });
});
