import { ACMClient, DeleteCertificateCommand, ImportCertificateCommand, ListCertificatesCommand } from '@aws-sdk/client-acm';
import {
  CloudFrontClient,
  CreateDistributionTenantCommand,
  DeleteDistributionTenantCommand,
  type Distribution,
  type DistributionConfig,
  GetConnectionGroupCommand,
  GetDistributionCommand,
  GetDistributionTenantCommand,
  GetManagedCertificateDetailsCommand,
  ListConnectionGroupsCommand,
  ListDistributionTenantsCommand,
  UpdateDistributionTenantCommand,
} from '@aws-sdk/client-cloudfront';
import {
  AddListenerCertificatesCommand,
  CreateRuleCommand,
  DeleteRuleCommand,
  DescribeAccountLimitsCommand,
  DescribeListenerCertificatesCommand,
  DescribeListenersCommand,
  DescribeRulesCommand,
  ElasticLoadBalancingV2Client,
  RemoveListenerCertificatesCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { GetResourcesCommand, ResourceGroupsTaggingAPIClient } from '@aws-sdk/client-resource-groups-tagging-api';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountOpener } from '../../../lambdas/aws-servers/account.gateway.ts';
import { assumedRoles } from '../../../lambdas/aws-servers/assumed-role.gateway.ts';
import { AwsFailure } from '../../../lambdas/aws-servers/aws-failure.ts';
import { challengeRedirect } from '../../../lambdas/aws-servers/challenge-redirect.ts';
import { AWS_CALLS } from '../../../lambdas/model/aws-servers/aws-calls.ts';
import { permissionsPolicy } from '../../../lambdas/model/aws-servers/role-policy.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { NOW } from '../a-domain.ts';
import { certificate as agentCertificate } from '../agent-api/an-agent.ts';
import { albServer, cloudFrontServer, HTTP_LISTENER, LISTENER, ROLE } from './an-aws-account.ts';

const mocks = {
  acm: mockClient(ACMClient),
  elasticloadbalancing: mockClient(ElasticLoadBalancingV2Client),
  iam: mockClient(IAMClient),
  tag: mockClient(ResourceGroupsTaggingAPIClient),
  servicequotas: mockClient(ServiceQuotasClient),
  cloudfront: mockClient(CloudFrontClient),
};
const sts = mockClient(STSClient);
const { acm, elasticloadbalancing: elb, iam, tag, servicequotas, cloudfront } = mocks;
const ARN = 'arn:aws:acm:eu-north-1:111122223333:certificate/1';
const LEAF = '-----BEGIN CERTIFICATE-----\nLEAF\n-----END CERTIFICATE-----';
const ISSUER = '-----BEGIN CERTIFICATE-----\nISSUER\n-----END CERTIFICATE-----';
const certificate = { ...agentCertificate, serverId: albServer.id, chainPem: `${LEAF}\n${ISSUER}\n` };
const redirect = challengeRedirect('https://service.net', 'label-of-one');
const group = { ...{ Id: 'cg_1', Name: 'all', Arn: 'arn' }, RoutingEndpoint: 'd1.cloudfront.net', ETag: 'E', ...times() };
const found = {
  ...{ Id: 'dt_1', Name: 'n', DistributionId: 'E1', ConnectionGroupId: 'cg_1', Enabled: true, Status: 'InProgress' },
  Domains: [{ Domain: 'shop.example.com', Status: 'active' as const }],
  Customizations: { Certificate: { Arn: ARN }, GeoRestrictions: { RestrictionType: 'none' as const } },
  Parameters: [{ Name: 'tenant', Value: 't_42' }],
};
let now: Date;
let roles: ReturnType<typeof assumedRoles>;
let open: ReturnType<typeof accountOpener>;

beforeEach(() => {
  for (const mock of [...Object.values(mocks), sts]) mock.reset();
  acm.onAnyCommand().resolves({});
  elb.onAnyCommand().resolves({});
  iam.onAnyCommand().resolves({});
  tag.onAnyCommand().resolves({});
  servicequotas.onAnyCommand().resolves({});
  cloudfront.onAnyCommand().resolves({});
  now = NOW;
  roles = assumedRoles(() => now);
  open = accountOpener(roles);
  sts.on(AssumeRoleCommand).callsFake(async () => ({
    Credentials: { AccessKeyId: 'A', SecretAccessKey: 'S', SessionToken: 'T', Expiration: new Date(addSeconds(now, 3_600)) },
  }));
  acm.on(ImportCertificateCommand).resolves({ CertificateArn: ARN });
  acm.on(ListCertificatesCommand).resolves({ CertificateSummaryList: [{ Type: 'IMPORTED' }, { Type: 'AMAZON_ISSUED' }] });
  elb.on(DescribeRulesCommand).resolves({ Rules: [] });
  cloudfront.on(GetDistributionCommand).resolves(aDistribution('tenant-only'));
  cloudfront.on(ListConnectionGroupsCommand).resolves({ ConnectionGroups: [{ ...group, IsDefault: true }] });
  cloudfront.on(GetConnectionGroupCommand).resolves({ ConnectionGroup: group });
  cloudfront.on(GetDistributionTenantCommand).resolves({ ETag: 'E-1', DistributionTenant: found });
});

function times() {
  return { CreatedTime: NOW, LastModifiedTime: NOW };
}
function aDistribution(ConnectionMode: 'tenant-only' | 'direct') {
  const DistributionConfig = { ConnectionMode } as DistributionConfig;
  return { Distribution: { DistributionConfig } as Distribution };
}
const named = (name: string, message = 'no') => Object.assign(new Error(message), { name });
async function failureOf(work: () => Promise<unknown>): Promise<AwsFailure> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AwsFailure)) throw error ?? new Error('nothing was thrown');
  return error;
}

describe('the policy for the role of an integrator', () => {
  it('allows what the gateways call, and nothing else is called or allowed', async () => {
    const { certificates, tagged, balancer, distributions, allowed, quotas } = await open(albServer);
    await certificates.import(certificate, 'KEY');
    await certificates.import(certificate, 'KEY', ARN);
    await certificates.delete(ARN);
    await certificates.countImported();
    await tagged.find(certificate);
    await balancer.attach(LISTENER, ARN);
    await balancer.detach(LISTENER, ARN);
    await balancer.listeners('arn');
    await balancer.countCertificates(LISTENER);
    await balancer.certificateLimit();
    await balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect);
    elb
      .on(DescribeRulesCommand)
      .resolves({ Rules: [{ RuleArn: 'rule', Actions: [{ Type: 'redirect', RedirectConfig: redirect }] }] });
    await balancer.removeRedirect(HTTP_LISTENER, redirect);
    await distributions.requireTenants('E1');
    await distributions.routingEndpoint(undefined);
    await distributions.routingEndpoint('cg_1');
    await distributions.countTenants();
    await distributions.create({ name: 'n', distributionId: 'E1', certificateArn: ARN }, certificate);
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    await distributions.setCertificate(tenant, ARN);
    await distributions.createManaged({ name: 'n', distributionId: 'E1' }, certificate);
    await distributions.requestManaged(tenant, certificate.hostname);
    await distributions.managedCertificate(tenant);
    await certificates.read(ARN);
    await distributions.disable(tenant);
    await distributions.delete(tenant);
    await allowed.firstDenied(ROLE, { Sid: 'S', Effect: 'Allow', Action: 'acm:DeleteCertificate' });
    await quotas.limits();
    const called = Object.entries(mocks).flatMap(([service, mock]) =>
      mock.calls().map(({ args }) => `${service}:${args[0].constructor.name.replace(/Command$/, '')}`),
    );
    expect([...new Set(called)].toSorted()).toEqual(Object.keys(AWS_CALLS).toSorted());
    const of = { httpListenerArn: HTTP_LISTENER, serviceRoleArn: 'arn:aws:iam::9:role/s' };
    const policies = [permissionsPolicy({ ...albServer, ...of }), permissionsPolicy({ ...cloudFrontServer, ...of })];
    const actions = new Set(policies.flatMap(({ Statement }) => Statement.flatMap(({ Action }) => Action)));
    expect([...actions].toSorted()).toEqual([...new Set(Object.values(AWS_CALLS).flat())].toSorted());
  });
});

describe('a role', () => {
  it('is assumed with the external id of the organization, once for as long as its credentials last', async () => {
    await open(albServer);
    await open(albServer);
    expect(sts.commandCalls(AssumeRoleCommand).map(({ args }) => args[0].input)).toEqual([
      { RoleArn: ROLE, RoleSessionName: 'certificate-service', ExternalId: 'org_A', DurationSeconds: 3_600 },
    ]);
    now = new Date(addSeconds(now, 3_400));
    await open(albServer);
    expect(sts.calls()).toHaveLength(2);
  });

  it('of the same name is another for another organization', async () => {
    await open(albServer);
    await open({ ...albServer, organizationId: 'org_B' });
    expect(sts.commandCalls(AssumeRoleCommand).map(({ args }) => args[0].input.ExternalId)).toEqual(['org_A', 'org_B']);
  });

  it('that is gone, or demands another external id, is told as one that cannot be assumed', async () => {
    const message = `User: arn:aws:sts::9:assumed-role/s/x is not authorized to perform: sts:AssumeRole on resource: ${ROLE}`;
    sts.on(AssumeRoleCommand).rejects(named('AccessDenied', message));
    const { problem, later } = await failureOf(() => open(albServer));
    expect([problem.reason, problem.observed, later]).toEqual(['role_not_assumable', `AccessDenied: ${message}`, undefined]);
    expect(await roles.acceptsAnyExternalId(albServer, 'nobody')).toBe(false);
  });

  it('that anybody can assume is open to others', async () => {
    expect(await roles.acceptsAnyExternalId(albServer, 'nobody')).toBe(true);
    expect(sts.commandCalls(AssumeRoleCommand)[0]?.args[0].input).toMatchObject({ ExternalId: 'nobody', DurationSeconds: 900 });
  });

  it('in a region that AWS does not have is told as a listener that is not there, and not tried for ever', async () => {
    const error = new Error('getaddrinfo ENOTFOUND sts.us-fake-1.amazonaws.com');
    sts.on(AssumeRoleCommand).rejects(Object.assign(error, { code: 'ENOTFOUND' }));
    const { problem, later } = await failureOf(() => open(albServer));
    expect([problem, later]).toEqual([{ reason: 'listener_not_found', observed: `Error: ${error.message}` }, undefined]);
  });

  it.each(['InvalidClientTokenId', 'RegionDisabledException'])(
    'in a region that is not enabled cannot be assumed: %s',
    async (name) => {
      sts.on(AssumeRoleCommand).rejects(named(name));
      const { problem, later } = await failureOf(() => open(albServer));
      expect([problem.reason, later]).toEqual(['role_not_assumable', undefined]);
    },
  );

  it('is tried again later while no name is resolved', async () => {
    sts.on(AssumeRoleCommand).rejects(Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' }));
    expect((await failureOf(() => open(albServer))).later).toBe('role');
  });

  it('is not said to be closed while STS is throttled, which holds up that role alone', async () => {
    sts.on(AssumeRoleCommand).rejects(named('Throttling'));
    await expect(roles.acceptsAnyExternalId(albServer, 'nobody')).rejects.toMatchObject({ later: 'role' });
  });
});

describe('an import', () => {
  const inputs = () => acm.commandCalls(ImportCertificateCommand).map(({ args }) => args[0].input);

  it('has leaf and chain apart, and tags only where it is the first', async () => {
    const { certificates } = await open(albServer);
    await certificates.import(certificate, 'KEY');
    await certificates.import(certificate, 'KEY', ARN);
    const parts = { Certificate: Buffer.from(LEAF), CertificateChain: Buffer.from(ISSUER), PrivateKey: Buffer.from('KEY') };
    const Tags = [
      { Key: 'cps:organization', Value: 'org_A' },
      { Key: 'cps:server', Value: '7' },
      { Key: 'cps:domain', Value: String(certificate.domainId) },
      { Key: 'cps:hostname', Value: 'shop.customer.com' },
    ];
    expect(inputs()).toEqual([
      { ...parts, Tags },
      { ...parts, CertificateArn: ARN },
    ]);
  });

  it('is sent once, also where the SDK would take a full quota for a throttle', async () => {
    const { certificates } = await open(albServer);
    const full = named('LimitExceededException', 'You have imported the maximum number of 5000 certificates in the last year.');
    acm.on(ImportCertificateCommand).rejects(full);
    const { problem, later } = await failureOf(() => certificates.import(certificate, 'KEY'));
    expect([problem.reason, later]).toEqual(['imports_used_up', undefined]);
    acm
      .on(ImportCertificateCommand)
      .rejects(named('LimitExceededException', 'You have reached the maximum number of certificates.'));
    expect((await failureOf(() => certificates.import(certificate, 'KEY'))).problem.reason).toBe('certificates_full');
    expect(inputs()).toHaveLength(2);
  });

  it('into a certificate that somebody has deleted says so', async () => {
    const { certificates } = await open(albServer);
    acm.on(ImportCertificateCommand).rejects(named('ResourceNotFoundException'));
    expect(await certificates.import(certificate, 'KEY', ARN)).toBeUndefined();
  });

  it.each([
    ['AccessDeniedException', 'action_denied', undefined],
    ['ThrottlingException', 'aws_throttled', 'account'],
    ['ValidationException', 'certificate_unsupported', undefined],
    ['InvalidParameterException', 'certificate_unsupported', undefined],
    ['TimeoutError', 'aws_unavailable', 'account'],
    ['UnrecognizedClientException', 'role_not_assumable', undefined],
    ['SomethingNewException', 'aws_unavailable', undefined],
  ])('that fails with %s is %s', async (name, reason, later) => {
    const { certificates } = await open(albServer);
    acm.on(ImportCertificateCommand).rejects(named(name));
    const failure = await failureOf(() => certificates.import(certificate, 'KEY'));
    expect([failure.problem.reason, failure.later]).toEqual([reason, later]);
  });
});

describe('a denied action', () => {
  it('is named as AWS names it, where it is another than that of the call', async () => {
    const { certificates } = await open(albServer);
    const message =
      'User: arn:aws:sts::1:assumed-role/r/s is not authorized to perform: acm:AddTagsToCertificate on resource: arn because no identity-based policy allows the acm:AddTagsToCertificate action';
    acm.on(ImportCertificateCommand).rejects(named('AccessDeniedException', message));
    expect((await failureOf(() => certificates.import(certificate, 'KEY'))).problem.action).toBe('acm:AddTagsToCertificate');
  });

  it('is that of the call where AWS names none', async () => {
    const { balancer } = await open(albServer);
    elb.on(AddListenerCertificatesCommand).rejects(named('AccessDenied', 'no'));
    expect((await failureOf(() => balancer.attach(LISTENER, ARN))).problem.action).toBe(
      'elasticloadbalancing:AddListenerCertificates',
    );
  });
});

describe('a listener', () => {
  it.each([
    ['ListenerNotFoundException', 'listener_not_found'],
    ['TooManyCertificatesException', 'listener_full'],
    ['UnsupportedProtocolException', 'listener_without_tls'],
    ['UnsupportedCertificate', 'certificate_unsupported'],
  ])('that answers %s is %s', async (name, reason) => {
    const { balancer } = await open(albServer);
    elb.on(AddListenerCertificatesCommand).rejects(named(name));
    expect((await failureOf(() => balancer.attach(LISTENER, ARN))).problem.reason).toBe(reason);
  });

  it('that does not know the certificate yet is asked again later', async () => {
    const { balancer } = await open(albServer);
    elb.on(AddListenerCertificatesCommand).rejects(named('CertificateNotFoundException'));
    expect(await balancer.attach(LISTENER, ARN)).toBe(false);
  });

  it('is never told that a certificate is its default, nor to change that', async () => {
    const { balancer } = await open(albServer);
    await balancer.attach(LISTENER, ARN);
    await balancer.detach(LISTENER, ARN);
    expect(elb.calls().map(({ args }) => args[0].input)).toEqual(
      [0, 1].map(() => ({ ListenerArn: LISTENER, Certificates: [{ CertificateArn: ARN }] })),
    );
  });

  it('that is gone has no certificates to be taken away', async () => {
    const { balancer, certificates } = await open(albServer);
    elb.on(RemoveListenerCertificatesCommand).rejects(named('ListenerNotFoundException'));
    acm.on(DeleteCertificateCommand).rejects(named('ResourceNotFoundException'));
    await balancer.detach(LISTENER, ARN);
    expect(await certificates.delete(ARN)).toBe('deleted');
    acm.on(DeleteCertificateCommand).rejects(named('ResourceInUseException'));
    expect(await certificates.delete(ARN)).toBe('in-use');
  });

  it('is counted without its default, all pages of it', async () => {
    const { balancer } = await open(albServer);
    elb
      .on(DescribeListenerCertificatesCommand)
      .resolvesOnce({ Certificates: [{ IsDefault: true }, { IsDefault: false }], NextMarker: 'more' })
      .resolvesOnce({ Certificates: [{ IsDefault: false }] });
    expect(await balancer.countCertificates(LISTENER)).toBe(2);
    elb.on(DescribeListenersCommand).resolves({ Listeners: [{ ListenerArn: LISTENER, Protocol: 'HTTPS' }] });
    expect(await balancer.listeners('arn')).toEqual([{ arn: LISTENER, protocol: 'HTTPS' }]);
    elb
      .on(DescribeAccountLimitsCommand)
      .resolves({ Limits: [{ Name: 'certificates-per-application-load-balancer', Max: '50' }] });
    expect(await balancer.certificateLimit()).toBe(50);
  });
});

describe('the rule of port 80', () => {
  it('redirects challenges to the service with the hostname in the path, at the first free priority', async () => {
    const { balancer } = await open(albServer);
    elb.on(DescribeRulesCommand).resolves({ Rules: [{ Priority: '1' }, { Priority: '3' }, { Priority: 'default' }] });
    await balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect);
    expect(elb.commandCalls(CreateRuleCommand).map(({ args }) => args[0].input)).toEqual([
      {
        ListenerArn: HTTP_LISTENER,
        Priority: 2,
        Conditions: [{ Field: 'path-pattern', PathPatternConfig: { Values: ['/.well-known/acme-challenge/*'] } }],
        Actions: [
          {
            Type: 'redirect',
            RedirectConfig: {
              Protocol: 'HTTPS',
              Host: 'service.net',
              Port: '443',
              Path: '/edge/v1/challenges-of/#{host}/#{path}',
              Query: 'server=label-of-one',
              StatusCode: 'HTTP_302',
            },
          },
        ],
        Tags: [{ Key: 'cps:organization', Value: 'org_A' }],
      },
    ]);
  });

  it('is created once', async () => {
    const { balancer } = await open(albServer);
    elb
      .on(DescribeRulesCommand)
      .resolves({ Rules: [{ Priority: '1', Actions: [{ Type: 'redirect', RedirectConfig: redirect }] }] });
    await balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect);
    expect(elb.commandCalls(CreateRuleCommand)).toEqual([]);
  });

  it('takes the next priority where somebody else has just taken the first free one', async () => {
    const { balancer } = await open(albServer);
    elb
      .on(DescribeRulesCommand)
      .resolvesOnce({ Rules: [] })
      .resolves({ Rules: [{ Priority: '1' }] });
    elb.on(CreateRuleCommand).rejectsOnce(named('PriorityInUseException')).resolves({});
    await balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect);
    expect(elb.commandCalls(CreateRuleCommand).map(({ args }) => args[0].input.Priority)).toEqual([1, 2]);
    elb.on(CreateRuleCommand).rejects(named('PriorityInUseException'));
    const { problem } = await failureOf(() => balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect));
    expect(problem.reason).toBe('aws_unavailable');
  });

  it('that AWS has no room for is told as that', async () => {
    const { balancer } = await open(albServer);
    elb.on(CreateRuleCommand).rejects(named('TooManyRulesException'));
    const { problem } = await failureOf(() => balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect));
    expect(problem.reason).toBe('rules_full');
  });

  it('is of one server: neither that of another nor one made by hand is taken for it, or deleted with it', async () => {
    const { balancer } = await open(albServer);
    const byHand = { ...redirect, Query: '#{query}' };
    const others = [challengeRedirect('https://service.net', 'label-of-other'), byHand].map((RedirectConfig, index) => ({
      RuleArn: `rule/${index}`,
      Actions: [{ Type: 'redirect' as const, RedirectConfig }],
    }));
    const own = { RuleArn: 'rule/own', Actions: [{ Type: 'redirect' as const, RedirectConfig: redirect }] };
    elb.on(DescribeRulesCommand).resolves({ Rules: others });
    await balancer.redirectChallenges(HTTP_LISTENER, 'org_A', redirect);
    expect(elb.commandCalls(CreateRuleCommand)).toHaveLength(1);
    elb.on(DescribeRulesCommand).resolves({ Rules: [...others, own] });
    await balancer.removeRedirect(HTTP_LISTENER, redirect);
    expect(elb.commandCalls(DeleteRuleCommand).map(({ args }) => args[0].input.RuleArn)).toEqual(['rule/own']);
  });
});

describe('what is counted and limited in the account', () => {
  it('are imported certificates of every algorithm', async () => {
    const { certificates } = await open(albServer);
    expect(await certificates.countImported()).toBe(1);
    expect(acm.commandCalls(ListCertificatesCommand)[0]?.args[0].input.Includes?.keyTypes).toContain('EC_prime256v1');
  });

  it('is as Service Quotas says, and AWS’s default where it says nothing', async () => {
    const { quotas } = await open(albServer);
    servicequotas.on(ListServiceQuotasCommand).resolves({ Quotas: [{ QuotaCode: 'L-D2CB7DE9', Value: 10_000 }] });
    expect(await quotas.limits()).toEqual({ held: 10_000, importsPerYear: 5_000 });
    servicequotas.on(ListServiceQuotasCommand).rejects(named('UnknownOperationException'));
    expect(await quotas.limits()).toEqual({ held: 2_500, importsPerYear: 5_000 });
    servicequotas.on(ListServiceQuotasCommand).rejects(named('AccessDeniedException'));
    expect((await failureOf(() => quotas.limits())).problem.action).toBe('servicequotas:ListServiceQuotas');
  });

  it('is found by its tags, of this server alone', async () => {
    const { tagged } = await open(albServer);
    tag.on(GetResourcesCommand).resolves({ ResourceTagMappingList: [{ ResourceARN: ARN }] });
    expect(await tagged.find(certificate)).toEqual([ARN]);
    expect(tag.commandCalls(GetResourcesCommand)[0]?.args[0].input.TagFilters).toEqual([
      { Key: 'cps:organization', Values: ['org_A'] },
      { Key: 'cps:server', Values: ['7'] },
      { Key: 'cps:domain', Values: [String(certificate.domainId)] },
    ]);
  });

  it('is what IAM allows, asked with what the calls carry', async () => {
    const { allowed } = await open(albServer);
    iam.on(SimulatePrincipalPolicyCommand).resolves({
      EvaluationResults: [
        { EvalActionName: 'acm:AddTagsToCertificate', EvalDecision: 'allowed' },
        { EvalActionName: 'acm:ImportCertificate', EvalDecision: 'implicitDeny' },
      ],
    });
    const [, statement] = permissionsPolicy({ ...albServer, serviceRoleArn: 'arn:aws:iam::9:role/s' }).Statement;
    if (!statement) throw new Error('no statement');
    expect(await allowed.firstDenied(ROLE, statement)).toBe('acm:ImportCertificate');
    expect(iam.calls()[0]?.args[0].input).toEqual({
      PolicySourceArn: ROLE,
      ActionNames: ['acm:AddTagsToCertificate', 'acm:ImportCertificate'],
      ResourceArns: ['arn:aws:acm:eu-north-1:111122223333:certificate/any'],
      ContextEntries: [
        { ContextKeyName: 'aws:RequestTag/cps:organization', ContextKeyType: 'string', ContextKeyValues: ['org_A'] },
      ],
    });
  });
});

describe('CloudFront', () => {
  const there = async () => (await open({ organizationId: 'org_A', roleArn: ROLE, region: 'us-east-1' })).distributions;
  const inputOf = (command: Parameters<typeof cloudfront.commandCalls>[0]) => cloudfront.commandCalls(command)[0]?.args[0].input;

  it('creates a tenant with the tags of the service and the certificate, of which CloudFront needs no other proof', async () => {
    const tenant = { name: 'cps-a-b', distributionId: 'E1', certificateArn: ARN };
    expect(await (await there()).create(tenant, certificate)).toBe('created');
    expect(inputOf(CreateDistributionTenantCommand)).toMatchObject({
      Name: 'cps-a-b',
      Domains: [{ Domain: certificate.hostname }],
      Customizations: { Certificate: { Arn: ARN } },
      Enabled: true,
      Tags: { Items: expect.arrayContaining([{ Key: 'cps:organization', Value: 'org_A' }]) },
    });
  });

  it.each([
    ['EntityAlreadyExists', 'exists', 'of that name'],
    ['InvalidArgument', 'unknown', 'The specified SSL certificate does not exist'],
  ])('tells apart a tenant that is there and a certificate that is not known yet: %s', async (name, answer, message) => {
    cloudfront.on(CreateDistributionTenantCommand).rejects(named(name, message));
    expect(await (await there()).create({ name: 'n', distributionId: 'E1', certificateArn: ARN }, certificate)).toBe(answer);
  });

  it.each([
    ['CNAMEAlreadyExists', 'hostname_taken_at_aws', undefined],
    ['EntityLimitExceeded', 'tenants_full', undefined],
    ['EntityNotFound', 'distribution_not_found', undefined],
    ['AccessDenied', 'action_denied', undefined],
    ['Throttling', 'aws_throttled', 'account'],
    ['InvalidArgument', 'aws_unavailable', undefined],
  ])('says what is in the way of a tenant: %s', async (name, reason, later) => {
    cloudfront.on(CreateDistributionTenantCommand).rejects(named(name));
    const distributions = await there();
    const tenant = { name: 'n', distributionId: 'E1', certificateArn: ARN };
    const { problem, later: when } = await failureOf(() => distributions.create(tenant, certificate));
    expect([problem.reason, when]).toEqual([reason, later]);
  });

  it('says that the hostname does not lead to CloudFront yet', async () => {
    const said = 'The provided Domain Name is not valid. Could not verify Domain Name ownership.';
    cloudfront.on(CreateDistributionTenantCommand).rejects(named('InvalidArgument', said));
    const distributions = await there();
    const tenant = { name: 'n', distributionId: 'E1' };
    const { problem } = await failureOf(() => distributions.createManaged(tenant, certificate));
    expect(problem).toMatchObject({ reason: 'hostname_not_at_cloudfront', observed: `InvalidArgument: ${said}` });
  });

  it('changes the certificate of a tenant, and sends back all else as it was', async () => {
    const distributions = await there();
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    expect(await distributions.setCertificate(tenant, 'arn:another')).toBe(true);
    expect(inputOf(UpdateDistributionTenantCommand)).toEqual({
      ...{ Id: 'dt_1', IfMatch: 'E-1', DistributionId: 'E1', ConnectionGroupId: 'cg_1', Enabled: true },
      Domains: [{ Domain: 'shop.example.com' }],
      Customizations: { ...found.Customizations, Certificate: { Arn: 'arn:another' } },
      Parameters: found.Parameters,
    });
  });

  it.each(['PreconditionFailed', 'InvalidIfMatchVersion'])('changes nothing that somebody else has changed: %s', async (name) => {
    cloudfront.on(UpdateDistributionTenantCommand).rejects(named(name));
    cloudfront.on(DeleteDistributionTenantCommand).rejects(named(name));
    const distributions = await there();
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    expect([await distributions.disable(tenant), await distributions.delete(tenant)]).toEqual([false, false]);
  });

  it('changes no tenant that was deleted after it was read, and takes nothing of the server to be missing', async () => {
    cloudfront.on(UpdateDistributionTenantCommand).rejects(named('EntityNotFound'));
    const distributions = await there();
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    expect([await distributions.setCertificate(tenant, 'arn:another'), await distributions.disable(tenant)]).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    ['EntityNotFound', true],
    ['ResourceNotDisabled', false],
  ])('deletes a tenant: %s', async (name, isDone) => {
    cloudfront.on(DeleteDistributionTenantCommand).rejects(named(name));
    const distributions = await there();
    expect(await distributions.delete((await distributions.tenant('n')) ?? expect.fail())).toBe(isDone);
  });

  const managedRequest = { ValidationTokenHost: 'cloudfront', PrimaryDomainName: certificate.hostname };

  it('has CloudFront get the certificate of a new tenant itself; one that is there already stays', async () => {
    const distributions = await there();
    await distributions.createManaged({ name: 'cps-a-b', distributionId: 'E1' }, certificate);
    expect(inputOf(CreateDistributionTenantCommand)).toEqual({
      ...{ Name: 'cps-a-b', DistributionId: 'E1', ConnectionGroupId: undefined, Enabled: true },
      Domains: [{ Domain: certificate.hostname }],
      ManagedCertificateRequest: managedRequest,
      Tags: { Items: expect.arrayContaining([{ Key: 'cps:organization', Value: 'org_A' }]) },
    });
    cloudfront.on(CreateDistributionTenantCommand).rejects(named('EntityAlreadyExists'));
    await distributions.createManaged({ name: 'cps-a-b', distributionId: 'E1' }, certificate);
  });

  it('requests one for a tenant that is there, which serves what it has meanwhile', async () => {
    const distributions = await there();
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    expect(await distributions.requestManaged(tenant, certificate.hostname)).toBe(true);
    expect(inputOf(UpdateDistributionTenantCommand)).toMatchObject({
      Customizations: found.Customizations,
      ManagedCertificateRequest: managedRequest,
    });
  });

  it.each([
    ['pending-validation', 'pending'],
    ['issued', 'issued'],
    ['validation-timed-out', 'failed'],
    ['failed', 'failed'],
  ] as const)('knows what has come of it: %s', async (CertificateStatus, status) => {
    cloudfront
      .on(GetManagedCertificateDetailsCommand)
      .resolves({ ManagedCertificateDetails: { CertificateStatus, CertificateArn: ARN } });
    const distributions = await there();
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    expect(await distributions.managedCertificate(tenant)).toEqual({ status, certificateArn: ARN, observed: CertificateStatus });
  });

  it('knows a tenant that never asked for one, as AWS says it and as emulators do', async () => {
    const distributions = await there();
    const tenant = (await distributions.tenant('n')) ?? expect.fail();
    expect(await distributions.managedCertificate(tenant)).toBeUndefined();
    cloudfront.on(GetManagedCertificateDetailsCommand).rejects(named('EntityNotFound'));
    expect(await distributions.managedCertificate(tenant)).toBeUndefined();
  });

  it('knows no tenant that is not there', async () => {
    cloudfront.on(GetDistributionTenantCommand).rejects(named('EntityNotFound'));
    expect(await (await there()).tenant('n')).toBeUndefined();
  });

  it('finds the default connection group among many, and says where there is none', async () => {
    const distributions = await there();
    cloudfront
      .on(ListConnectionGroupsCommand)
      .resolvesOnce({ ConnectionGroups: [group], NextMarker: 'm' })
      .resolvesOnce({ ConnectionGroups: [{ ...group, RoutingEndpoint: 'd2.cloudfront.net', IsDefault: true }] })
      .resolves({ ConnectionGroups: [] });
    expect(await distributions.routingEndpoint(undefined)).toBe('d2.cloudfront.net');
    expect((await failureOf(() => distributions.routingEndpoint(undefined))).problem.reason).toBe('connection_group_not_found');
    cloudfront.on(GetConnectionGroupCommand).rejects(named('EntityNotFound'));
    expect((await failureOf(() => distributions.routingEndpoint('cg_9'))).problem.reason).toBe('connection_group_not_found');
  });

  it('counts the tenants of all pages', async () => {
    const page = [{ ...found, Arn: 'arn', ETag: 'E', ...times() }];
    cloudfront
      .on(ListDistributionTenantsCommand)
      .resolvesOnce({ DistributionTenantList: page, NextMarker: 'm' })
      .resolves({ DistributionTenantList: page });
    expect(await (await there()).countTenants()).toBe(2);
  });

  it('says of a distribution that it is gone, or cannot have tenants', async () => {
    const distributions = await there();
    cloudfront.on(GetDistributionCommand).rejectsOnce(named('NoSuchDistribution')).resolves(aDistribution('direct'));
    const reasons = [
      await failureOf(() => distributions.requireTenants('E1')),
      await failureOf(() => distributions.requireTenants('E1')),
    ].map(({ problem }) => problem.reason);
    expect(reasons).toEqual(['distribution_not_found', 'distribution_for_one_tenant']);
  });
});
