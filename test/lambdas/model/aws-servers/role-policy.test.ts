import { describe, expect, it } from 'vitest';
import { parseListenerArn, parseRoleArn } from '../../../../lambdas/model/aws-servers/arns.ts';
import {
  actionsOf as neededFor,
  permissionsPolicy,
  type RoleOf,
  trustPolicy,
} from '../../../../lambdas/model/aws-servers/role-policy.ts';

const listener = (name: string) => `arn:aws:elasticloadbalancing:eu-west-1:111122223333:listener/app/${name}/50dc6c495c0c9188/`;
const role: RoleOf = {
  type: 'alb',
  organizationId: 'org_1',
  serviceRoleArn: 'arn:aws:iam::999999999999:role/cps/prod/opens-private-keys/cps-prod-servers',
  roleArn: 'arn:aws:iam::111122223333:role/certificates',
  listenerArn: `${listener('shop')}f2f7dc8efc522ab2`,
  httpListenerArn: `${listener('shop')}0467ef3c8400ae65`,
};
const tenants: RoleOf = {
  type: 'cloudfront',
  organizationId: 'org_1',
  serviceRoleArn: role.serviceRoleArn,
  roleArn: role.roleArn,
  distributionId: 'E1A2B3C4D5E6F7',
};
const actionsOf = (policy: ReturnType<typeof permissionsPolicy>) => policy.Statement.flatMap(({ Action }) => Action);

describe('who may assume the role', () => {
  it('is the one role of this deployment, while it names the organization', () => {
    expect(trustPolicy(role).Statement).toEqual([
      {
        Sid: 'CertificateServiceAssumesThis',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::999999999999:root' },
        Action: 'sts:AssumeRole',
        Condition: {
          StringEquals: { 'sts:ExternalId': 'org_1' },
          ArnEquals: { 'aws:PrincipalArn': role.serviceRoleArn },
        },
      },
    ]);
  });

  it('is shown in test mode as it will be needed live', () => {
    expect(trustPolicy({ ...role, organizationId: 'org_1_test' })).toEqual(trustPolicy(role));
  });
});

describe('what the role is allowed', () => {
  it('is every action that a call needs, and no other', () => {
    expect(new Set(actionsOf(permissionsPolicy(role)))).toEqual(new Set(neededFor(role)));
    expect(new Set(actionsOf(permissionsPolicy(tenants)))).toEqual(new Set(neededFor(tenants)));
  });

  it('is nothing at load balancers for CloudFront, and nothing at CloudFront for load balancers', () => {
    expect(neededFor(role).filter((action) => action.startsWith('cloudfront:'))).toEqual([]);
    expect(neededFor(tenants).filter((action) => action.startsWith('elasticloadbalancing:'))).toEqual([]);
  });

  it('changes and deletes tenants only that carry the tag of the organization, and creates none without it', () => {
    const statements = permissionsPolicy(tenants).Statement.filter(({ Sid }) => /^(?!See).*Tenants/.test(Sid));
    expect(statements.map(({ Sid, Condition }) => [Sid, Condition])).toEqual([
      ['CreateTenantsWithItsTag', { StringEquals: { 'aws:RequestTag/cps:organization': 'org_1' } }],
      ['TagTenantsAtTheirCreation', { StringEquals: { 'aws:RequestTag/cps:organization': 'org_1' } }],
      ['ChangeAndDeleteItsTenants', { StringEquals: { 'aws:ResourceTag/cps:organization': 'org_1' } }],
    ]);
  });

  it('imports for CloudFront where CloudFront takes certificates from', () => {
    const [, statement] = permissionsPolicy(tenants).Statement;
    expect(statement?.Resource).toBe('arn:aws:acm:us-east-1:111122223333:certificate/*');
  });

  it('changes certificates only that carry the tag of the organization', () => {
    const statements = permissionsPolicy(role).Statement.filter(({ Sid }) => /Import/.test(Sid));
    expect(statements.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'aws:RequestTag/cps:organization': 'org_1' } },
      { StringEquals: { 'aws:ResourceTag/cps:organization': 'org_1' } },
    ]);
  });

  it('attaches at the named listener alone', () => {
    const attaching = permissionsPolicy(role).Statement.filter(({ Action }) =>
      Action.includes('elasticloadbalancing:AddListenerCertificates'),
    );
    expect(attaching.map(({ Resource }) => Resource)).toEqual([role.listenerArn]);
  });

  it('touches no rule where the service has no listener of port 80', () => {
    const actions = actionsOf(permissionsPolicy({ ...role, httpListenerArn: undefined }));
    expect(actions.filter((action) => action.includes('Rule') || action.endsWith(':AddTags'))).toEqual([]);
  });

  it('never reaches another partition than that of this deployment', () => {
    const china: RoleOf = {
      type: 'alb',
      organizationId: 'org_1',
      serviceRoleArn: 'arn:aws-cn:iam::999999999999:role/cps-prod-servers',
    };
    const named = permissionsPolicy(china).Statement.flatMap(({ Resource }) => Resource ?? []);
    expect(named.filter((arn) => arn !== '*' && !arn.startsWith('arn:aws-cn:'))).toEqual([]);
  });

  it('reads in the region of the listener only', () => {
    const [reads] = permissionsPolicy(role).Statement;
    expect(reads).toMatchObject({ Resource: '*', Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } } });
  });

  it('fits into a managed policy of 6,144 characters', () => {
    expect(JSON.stringify(permissionsPolicy(role)).length).toBeLessThan(6_144);
  });
});

describe('an ARN', () => {
  it.each([
    ['arn:aws:iam::111122223333:role/certificates', { partition: 'aws', accountId: '111122223333', name: 'certificates' }],
    ['arn:aws-us-gov:iam::111122223333:role/a/b/c', { partition: 'aws-us-gov', accountId: '111122223333', name: 'c' }],
    ['arn:aws:iam::111122223333:user/certificates', undefined],
    ['arn:aws:sts::111122223333:assumed-role/certificates/session', undefined],
    ['arn:aws:iam::1111:role/certificates', undefined],
    ['arn:aws:iam::111122223333:role/*', undefined],
  ])('of a role: %s', (arn, parsed) => {
    expect(parseRoleArn(arn)).toEqual(parsed);
  });

  it.each([
    `${listener('shop')}f2f7dc8efc522ab2`,
    'arn:aws-cn:elasticloadbalancing:cn-north-1:111122223333:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2',
    'arn:aws-us-gov:elasticloadbalancing:us-gov-west-1:111122223333:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2',
  ])('of a listener: %s', (arn) => {
    expect(parseListenerArn(arn)).toMatchObject({ accountId: '111122223333', loadBalancer: 'app/shop/50dc6c495c0c9188' });
  });

  it.each([
    'arn:aws:elasticloadbalancing:eu-west-1:111122223333:listener/net/shop/50dc6c495c0c9188/f2f7dc8efc522ab2',
    'arn:aws:elasticloadbalancing:eu-west-1:111122223333:loadbalancer/app/shop/50dc6c495c0c9188',
    `${listener('shop')}f2f7dc8efc522ab2/more`,
    `${listener('*')}f2f7dc8efc522ab2`,
  ])('of no listener of an Application Load Balancer: %s', (arn) => {
    expect(parseListenerArn(arn)).toBeUndefined();
  });
});
