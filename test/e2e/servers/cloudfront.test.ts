/** @module-tag waits */
import { ACMClient, ListCertificatesCommand } from '@aws-sdk/client-acm';
import {
  CloudFrontClient,
  CreateDistributionCommand,
  CreateDistributionTenantCommand,
  type DistributionConfig,
  ListDistributionTenantsCommand,
} from '@aws-sdk/client-cloudfront';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { api, connection, createWithCname, isActive, until } from '../cloud.ts';
import { aRole, checked, IN_TIME, integratorsAccount, type ShownServer } from './an-integrators-role.ts';

const inUsEast = { ...integratorsAccount, region: 'us-east-1' };
const [acm, cloudFront] = [new ACMClient(inUsEast), new CloudFrontClient(inUsEast)];

let roleArn = '';

beforeAll(async () => {
  roleArn = await aRole('tenants', { account: '000000000000', externalId: connection.organization_id });
});

/** Whether tenants are possible says the distribution itself. */
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

async function createServer(distributionId: string): Promise<ShownServer> {
  const config = { role_arn: roleArn, distribution_id: distributionId };
  const { status, body } = await api<ShownServer>('POST', '/servers', { body: { type: 'cloudfront', name: 'Edge', config } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function tenants() {
  const { DistributionTenantList = [] } = await cloudFront.send(new ListDistributionTenantsCommand({}));
  return DistributionTenantList;
}

describe('a server at CloudFront', () => {
  it('leads to its connection group, gets a tenant for a domain that moves there, and takes it away again', async () => {
    const distributionId = await aDistribution('tenant-only');
    // CloudFront makes the default connection group with the first tenant of an account.
    await cloudFront.send(
      new CreateDistributionTenantCommand({
        ...{ DistributionId: distributionId, Name: 'of-somebody-else', Domains: [{ Domain: 'other.customer.test' }] },
      }),
    );
    const server = await checked(await createServer(distributionId));
    expect(server).toMatchObject({ status: 'online', address: [expect.stringMatching(/cloudfront\.net$/)] });

    const domain = await until((await createWithCname('edged')).id, isActive);
    const former = domain.server_id;
    expect((await api('PATCH', `/domains/${domain.id}`, { body: { server_id: server.id } })).status).toBe(200);
    const tenant = await vi.waitFor(async () => {
      const found = (await tenants()).find(({ Domains = [] }) => Domains.some(({ Domain }) => Domain === domain.url));
      return found ?? expect.fail('there is no tenant');
    }, IN_TIME);
    const certificateArn = tenant.Customizations?.Certificate?.Arn ?? '';
    expect([tenant.DistributionId, tenant.Enabled]).toEqual([distributionId, true]);
    expect(certificateArn).toMatch(/^arn:aws:acm:us-east-1:/);

    expect((await api('PATCH', `/domains/${domain.id}`, { body: { server_id: former } })).status).toBe(200);
    await vi.waitFor(async () => {
      const { CertificateSummaryList = [] } = await acm.send(new ListCertificatesCommand({}));
      expect(CertificateSummaryList.map(({ CertificateArn }) => CertificateArn)).not.toContain(certificateArn);
      expect((await tenants()).map(({ Id }) => Id)).not.toContain(tenant.Id);
    }, IN_TIME);
  });

  it('says of a distribution that cannot have tenants that it cannot', async () => {
    const server = await checked(await createServer(await aDistribution('direct')));
    expect(server).toMatchObject({ status: 'error', problem: { reason: 'distribution_for_one_tenant' } });
  });
});
