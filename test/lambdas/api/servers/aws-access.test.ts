import { describe, expect, it } from 'vitest';
import { permissionsPolicy, trustPolicy } from '../../../../lambdas/model/aws-servers/role-policy.ts';
import { AwsAccessResource } from '../../../../lambdas/model/servers/server-resource.schema.ts';
import { COUNTED, keyItem, SERVICE_ROLE_ARN, tableHolds, wholeRequests } from '../api-caller.ts';
import { ALB_CONFIG, aBalancer, aDistribution, aServer, CLOUDFRONT_CONFIG, call } from './servers-api.ts';

const ask = (query = '') => call({ method: 'GET', path: '/api/aws-access', query });
const role = { type: 'alb' as const, organizationId: 'org_A', serviceRoleArn: SERVICE_ROLE_ARN };
const { listener_arn: listenerArn, http_listener_arn: httpListenerArn, role_arn: roleArn } = ALB_CONFIG;

describe('200: what a role needs', () => {
  it('is told before there is a server, without a look at anything but the key', async () => {
    tableHolds();
    const { status, json } = await ask('type=alb');
    expect(status).toBe(200);
    expect(AwsAccessResource.parse(json)).toEqual({
      external_id: 'org_A',
      service_role_arn: SERVICE_ROLE_ARN,
      trust_policy: trustPolicy(role),
      permissions_policy: permissionsPolicy({ ...role, type: 'alb' }),
    });
    expect(wholeRequests()).toEqual([...COUNTED]);
  });

  it('is narrowed to the listeners that are named', async () => {
    tableHolds();
    const { json } = await ask(new URLSearchParams({ listener_arn: listenerArn, http_listener_arn: httpListenerArn }).toString());
    expect(json.permissions_policy).toEqual(permissionsPolicy({ ...role, listenerArn, httpListenerArn }));
  });

  it('is narrowed to what a server has', async () => {
    tableHolds(aBalancer());
    const { json } = await ask('server_id=1');
    expect(json.permissions_policy).toEqual(permissionsPolicy({ ...role, roleArn, listenerArn, httpListenerArn }));
  });
});

describe('200: of a distribution', () => {
  const { distribution_id: distributionId, connection_group_id: connectionGroupId } = CLOUDFRONT_CONFIG;
  const cloudfront = { ...role, type: 'cloudfront' as const };

  it('is told before there is a server, for each distribution or for the one that is named', async () => {
    tableHolds();
    expect((await ask('type=cloudfront')).json.permissions_policy).toEqual(permissionsPolicy(cloudfront));
    const { json } = await ask(`type=cloudfront&distribution_id=${distributionId}`);
    expect(json.permissions_policy).toEqual(permissionsPolicy({ ...cloudfront, distributionId }));
  });

  it('is narrowed to what a server has, whose type needs no word', async () => {
    tableHolds(aDistribution());
    const { json } = await ask('server_id=1');
    expect(json.permissions_policy).toEqual(permissionsPolicy({ ...cloudfront, roleArn, distributionId, connectionGroupId }));
  });
});

describe('422', () => {
  it.each([
    ['another type', 'type=agent', { type: ['must be alb or cloudfront'] }],
    ['no ARN of a listener', 'listener_arn=x', { listener_arn: [expect.stringMatching(/ARN of a listener/)] }],
    ['no ARN of port 80', 'http_listener_arn=x', { http_listener_arn: [expect.stringMatching(/ARN of a listener/)] }],
    ['no ARN of a role', 'role_arn=x', { role_arn: [expect.stringMatching(/ARN of an IAM role/)] }],
    [
      'no id of a distribution',
      'type=cloudfront&distribution_id=x',
      { distribution_id: [expect.stringMatching(/id of a Cloud/)] },
    ],
    [
      'a distribution for a load balancer',
      'distribution_id=E1A2B3C4D5E6F7',
      { distribution_id: [expect.stringMatching(/only/)] },
    ],
    [
      'the other type of a server',
      'server_id=1&type=cloudfront',
      { type: ['must be alb, the type of this server, or left out'] },
    ],
    ['a server that is not there', 'server_id=9', { server_id: ['is not a server of this organization'] }],
    ['a server with machines', 'server_id=2', { server_id: [expect.stringMatching(/needs no role/)] }],
  ])('is the answer to %s', async (_, query, errors) => {
    tableHolds(aBalancer(), aServer(2));
    const { status, json } = await ask(query);
    expect([status, json.error.details.errors]).toEqual([422, errors]);
  });
});

describe('403', () => {
  it('is the answer to a key that is restricted to other servers', async () => {
    tableHolds(keyItem({ allowedServers: [2] }), aBalancer());
    expect((await ask('server_id=1')).status).toBe(403);
  });

  it('is the answer to a key that may not see servers', async () => {
    tableHolds(keyItem({ permissions: ['domains.read'] }));
    expect((await ask()).status).toBe(403);
  });
});
