/** @module-tag waits */
import { X509Certificate } from 'node:crypto';
import {
  ACMClient,
  GetCertificateCommand,
  ImportCertificateCommand,
  ListCertificatesCommand,
  ListTagsForCertificateCommand,
} from '@aws-sdk/client-acm';
import {
  CreateListenerCommand,
  CreateLoadBalancerCommand,
  DescribeRulesCommand,
  ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { api, connection, createWithCname, dns, isActive, newHostname, until } from '../cloud.ts';
import { aRole, checked, IN_TIME, integratorsAccount, type ShownServer } from './an-integrators-role.ts';

const [acm, elb] = [new ACMClient(integratorsAccount), new ElasticLoadBalancingV2Client(integratorsAccount)];

// The emulator lacks AddListenerCertificates, DescribeListenerCertificates and DescribeAccountLimits: test/lambdas/aws-servers/
// tests the rest with mocked clients.

let listenerArn = '';
let httpListenerArn = '';

beforeAll(async () => {
  const { LoadBalancers = [] } = await elb.send(new CreateLoadBalancerCommand({ Name: 'shops', Subnets: ['subnet-1'] }));
  const LoadBalancerArn = LoadBalancers[0]?.LoadBalancerArn;
  const pem = Buffer.from('a certificate of the integrator');
  const { CertificateArn } = await acm.send(new ImportCertificateCommand({ Certificate: pem, PrivateKey: pem }));
  const DefaultActions = [{ Type: 'fixed-response' as const, FixedResponseConfig: { StatusCode: '404' } }];
  const listen = async (Protocol: 'HTTP' | 'HTTPS', Port: number) => {
    const Certificates = Protocol === 'HTTPS' ? [{ CertificateArn }] : [];
    const { Listeners = [] } = await elb.send(
      new CreateListenerCommand({ LoadBalancerArn, Protocol, Port, Certificates, DefaultActions }),
    );
    return Listeners[0]?.ListenerArn ?? expect.fail('no listener');
  };
  listenerArn = await listen('HTTPS', 443);
  httpListenerArn = await listen('HTTP', 80);
});

const account = () => listenerArn.split(':')[4] ?? '';

async function createServer(roleArn: string): Promise<ShownServer> {
  const [, , , region] = listenerArn.split(':');
  const config = { role_arn: roleArn, listener_arn: listenerArn, http_listener_arn: httpListenerArn, region };
  const { status, body } = await api<ShownServer>('POST', '/servers', { body: { type: 'alb', name: 'Shops', config } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The ACM certificate with this tag, once it exists. */
async function imported(hostname: string) {
  return vi.waitFor(async () => {
    const { CertificateSummaryList = [] } = await acm.send(new ListCertificatesCommand({}));
    const tagged = await Promise.all(
      CertificateSummaryList.map(async ({ CertificateArn }) => {
        const { Tags = [] } = await acm.send(new ListTagsForCertificateCommand({ CertificateArn }));
        return { CertificateArn, tags: Object.fromEntries(Tags.map(({ Key = '', Value }) => [Key, Value])) };
      }),
    );
    return tagged.find(({ tags }) => tags['cps:hostname'] === hostname) ?? expect.fail('it is not imported');
  }, IN_TIME);
}

describe('a server in an AWS account of the integrator', () => {
  it('is checked as soon as it is created, gets the rule of port 80, and a certificate that moves there is imported, and that of a wildcard', async () => {
    const server = await checked(
      await createServer(await aRole('certificates', { account: account(), externalId: connection.organization_id })),
    );
    expect(server).toMatchObject({ status: 'online' });
    expect(server).not.toHaveProperty('problem');
    const { Rules = [] } = await elb.send(new DescribeRulesCommand({ ListenerArn: httpListenerArn }));
    // AWS rejects a second rule with the same priority; the emulator accepts it when two checks overlap.
    const rules = new Map(Rules.map((rule) => [rule.Priority, rule])).values();
    const redirects = [...rules].flatMap(({ Actions = [] }) =>
      Actions.flatMap(({ RedirectConfig }) => RedirectConfig?.Path ?? []),
    );
    expect(redirects).toEqual(['/edge/v1/challenges-of/#{host}/#{path}']);

    const domain = await until((await createWithCname('balanced')).id, isActive);
    expect((await api('PATCH', `/domains/${domain.id}`, { body: { server_id: server.id } })).status).toBe(200);
    expect((await imported(domain.url)).tags).toEqual({
      'cps:organization': connection.organization_id,
      'cps:server': String(server.id),
      'cps:domain': String(domain.id),
      'cps:hostname': domain.url,
    });

    const base = newHostname('wild-balanced');
    const body = { url: `*.${base}`, server_id: server.id, validation: 'dns' };
    const made = await api<DomainResource>('POST', '/domains', { body });
    expect(made.status).toBe(201);
    await dns.set(`_acme-challenge.${base}`, 'CNAME', [made.body.dns_records[0]?.value ?? '']);
    const { CertificateArn } = await imported(`_wildcard.${base}`);
    const { Certificate = '' } = await acm.send(new GetCertificateCommand({ CertificateArn }));
    expect(new X509Certificate(Certificate).subjectAltName).toBe(`DNS:*.${base}`);
  });

  it('is refused where its role demands another external id, or none, or is denied an action: each is named', async () => {
    const other = await createServer(await aRole('of-another', { account: account(), externalId: 'org_OTHER' }));
    const open = await createServer(await aRole('of-everybody', { account: account() }));
    const denied = await createServer(
      await aRole('without-import', {
        account: account(),
        externalId: connection.organization_id,
        denied: 'acm:ImportCertificate',
      }),
    );
    expect((await checked(other)).problem).toMatchObject({ reason: 'role_not_assumable' });
    expect((await checked(open)).problem).toMatchObject({ reason: 'external_id_not_required' });
    expect((await checked(denied)).problem).toMatchObject({ reason: 'action_denied', action: 'acm:ImportCertificate' });
  });
});
