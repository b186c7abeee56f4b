import { beforeEach, describe, expect, it } from 'vitest';
import { checkAccess } from '../../../lambdas/aws-servers/check-access.ts';
import { placeAtAws } from '../../../lambdas/model/servers/aws-installer.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { NOW } from '../a-domain.ts';
import { dynamo } from '../edges.ts';
import { holdItems } from '../held-items.ts';
import { settings } from '../settings.ts';
import {
  albServer,
  anAwsAccount,
  cloudFrontServer,
  type FakeAccount,
  failure,
  HTTP_LISTENER,
  LISTENER,
} from './an-aws-account.ts';
import { type TestedWorker, workerPorts } from './worker-ports.ts';

let aws: FakeAccount;
let ports: TestedWorker;
const server = { ...albServer, httpListenerArn: HTTP_LISTENER };

beforeEach(() => {
  aws = anAwsAccount();
  const imports = { '2025-05': 9, '2025-06': 1, '2026-05': 40 };
  const places = [albServer, cloudFrontServer].map(placeAtAws);
  holdItems(
    dynamo,
    places.map(({ accountId, region }) => ({ ...keys.awsWorkList(accountId, region), imports })),
  );
  ports = workerPorts(aws, () => NOW);
});
const check = async (changed: Partial<typeof server> = {}) => (await checkAccess({ ...server, ...changed }, ports)).access;
const checkTenants = (changed: Partial<typeof cloudFrontServer> = {}) => checkAccess({ ...cloudFrontServer, ...changed }, ports);

describe('an account in which all is right', () => {
  it('has no problem, and tells what of its quotas is used', async () => {
    aws.held.set('a', { fingerprint: '', hostname: '', domainId: 1 });
    aws.attached.add('a');
    expect(await check()).toEqual({
      checkedAt: NOW.toISOString(),
      quotas: [
        { name: 'certificates_per_load_balancer', used: 1, limit: 25 },
        { name: 'certificates_in_acm', used: 1, limit: 2_500 },
        { name: 'imports_per_year', used: 41, limit: 5_000 },
      ],
    });
  });

  it('gets the rule of port 80, if the server names that listener and the stage its address', async () => {
    await check();
    expect(aws.calls).toContain('redirect');
    aws.calls.length = 0;
    await checkAccess(albServer, ports);
    await checkAccess(server, lazily({ settings: () => settings }, ports));
    expect(aws.calls).not.toContain('redirect');
  });

  it('costs a dozen calls at most, and none that changes anything but the rule', async () => {
    await check();
    expect(aws.calls.length).toBeLessThanOrEqual(12);
    const changing = ['import', 'delete', 'attach', 'detach', 'remove-redirect'];
    expect(aws.calls.filter((call) => changing.includes(call))).toEqual([]);
  });
});

describe('what is wrong', () => {
  it('is a role that demands no external id: nothing is done with it', async () => {
    ports.roles.acceptsAnyExternalId.mockResolvedValue(true);
    expect((await check()).problem?.reason).toBe('external_id_not_required');
    expect(aws.open).not.toHaveBeenCalled();
  });

  it('is a listener of another account, before anybody is called', async () => {
    const other = LISTENER.replace('111122223333', '444455556666');
    expect((await check({ listenerArn: other, httpListenerArn: other })).problem?.reason).toBe('listener_of_other_account');
    expect(aws.calls).toEqual([]);
  });

  it('is a role that is gone; its former credentials are forgotten', async () => {
    aws.open.mockRejectedValueOnce(failure('role_not_assumable', { observed: 'AccessDenied' }));
    expect((await check()).problem).toEqual({ reason: 'role_not_assumable', observed: 'AccessDenied', at: NOW.toISOString() });
    expect(ports.roles.forget).toHaveBeenCalledTimes(1);
  });

  it('is an action that IAM would deny, by its name', async () => {
    aws.account.allowed.firstDenied = async (_, { Sid }) =>
      Sid === 'AttachAndDetach' ? 'elasticloadbalancing:AddListenerCertificates' : undefined;
    expect((await check()).problem).toMatchObject({
      reason: 'action_denied',
      action: 'elasticloadbalancing:AddListenerCertificates',
    });
  });

  it('is a listener that is not there, or is in another region', async () => {
    aws.account.balancer.listeners = async () => [{ arn: HTTP_LISTENER, protocol: 'HTTP' }];
    expect((await check()).problem).toMatchObject({ reason: 'listener_not_found', observed: LISTENER });
    aws.account.balancer.listeners = async () => [{ arn: LISTENER, protocol: 'HTTPS' }];
    expect((await check()).problem).toMatchObject({ reason: 'listener_not_found', observed: HTTP_LISTENER });
  });

  it('is a listener without TLS', async () => {
    aws.account.balancer.listeners = async () => [
      { arn: LISTENER, protocol: 'HTTP' },
      { arn: HTTP_LISTENER, protocol: 'HTTP' },
    ];
    expect((await check()).problem).toMatchObject({ reason: 'listener_without_tls', observed: 'HTTP' });
  });

  it('is not a count that AWS does not tell: that quota is left out', async () => {
    aws.fails('count', failure('aws_unavailable', { observed: 'InvalidAction' }));
    const { problem, quotas } = await check();
    expect([problem, quotas.map(({ name }) => name)]).toEqual([undefined, ['certificates_in_acm', 'imports_per_year']]);
  });

  it('keeps what was known of the quotas', async () => {
    aws.fails('quotas', failure('action_denied', { action: 'servicequotas:ListServiceQuotas' }));
    expect((await check()).quotas).toEqual(albServer.access?.quotas);
  });

  it('is not that AWS is too busy to list its certificates, once they were counted', async () => {
    const busy = () => aws.fails('list', failure('aws_throttled'));
    busy();
    await expect(check()).rejects.toMatchObject({ later: 'account' });
    busy();
    const quotas = [{ name: 'certificates_in_acm' as const, used: 1_700, limit: 2_500 }];
    const access = await check({ access: { checkedAt: NOW.toISOString(), quotas } });
    expect(access.problem).toBeUndefined();
    expect(access.quotas).toContainEqual(quotas[0]);
  });

  it('is not said while AWS is throttled: the check is tried again', async () => {
    aws.fails('limit', failure('aws_throttled'));
    await expect(check()).rejects.toMatchObject({ later: 'account' });
  });
});

describe('an account with a multi-tenant distribution', () => {
  it('keeps the last count of its tenants while AWS is too busy to list them', async () => {
    const busy = () => aws.fails('count-tenants', failure('aws_throttled'));
    busy();
    await expect(checkTenants({ access: { checkedAt: NOW.toISOString(), quotas: [] } })).rejects.toMatchObject({
      later: 'account',
    });
    busy();
    const quotas = [{ name: 'distribution_tenants' as const, used: 9_000, limit: 10_000 }];
    const { access } = await checkTenants({ access: { checkedAt: NOW.toISOString(), quotas } });
    expect(access.quotas).toContainEqual(quotas[0]);
  });

  it('tells where its hostnames have to lead, and what of its quotas is used', async () => {
    aws.tenants.set('another', { isEnabled: true, isDeployed: true, certificateArn: undefined, hostname: 'other.example.com' });
    expect(await checkTenants()).toEqual({
      address: 'd111111abcdef8.cloudfront.net',
      access: {
        checkedAt: NOW.toISOString(),
        quotas: [
          { name: 'distribution_tenants', used: 1, limit: 10_000 },
          { name: 'certificates_in_acm', used: 0, limit: 2_500 },
          { name: 'imports_per_year', used: 41, limit: 5_000 },
        ],
      },
    });
    expect(aws.open).toHaveBeenCalledWith({ organizationId: 'org_A', roleArn: cloudFrontServer.roleArn, region: 'us-east-1' });
  });

  it('is asked of IAM for all that the check does not call itself', async () => {
    const asked: string[] = [];
    aws.account.allowed.firstDenied = async (_, { Sid }) => void asked.push(Sid);
    await checkTenants();
    expect(asked.toSorted()).toEqual([
      'ChangeAndDeleteItsTenants',
      'CreateTenantsWithItsTag',
      'ImportWithItsTag',
      'RenewAndDeleteWhatItImported',
      'SeeCertificatesOfCloudFront',
      'SeeTenants',
      'TagTenantsAtTheirCreation',
    ]);
  });

  it.each(['distribution_not_found', 'distribution_for_one_tenant'] as const)('has a problem: %s', async (reason) => {
    aws.fails('distribution', failure(reason));
    const { access, address } = await checkTenants();
    expect([access.problem?.reason, address]).toEqual([reason, undefined]);
  });

  it('without its connection group has a problem, too', async () => {
    aws.fails('endpoint', failure('connection_group_not_found'));
    expect((await checkTenants()).access.problem?.reason).toBe('connection_group_not_found');
  });
});
