import { runInNewContext } from 'node:vm';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { policyHeaders } from '../../../lambdas/pages/page-headers.ts';
import { PAGE_CODE } from '../../../lib/cloudfront/dashboard-site.ts';
import { withPool } from '../people-api/sign-in-stage.ts';
import { buildApp, resourcesOf, synthesize } from '../synthesized.ts';
import { frontStage } from './front-stage.ts';

const { front: stack } = buildApp(withPool(frontStage));
if (!stack) throw new Error('the stage has no public domain');
const front = Template.fromStack(stack);
const without = synthesize(frontStage).front;

interface Behavior {
  PathPattern: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  FunctionAssociations?: unknown[];
  ResponseHeadersPolicyId?: unknown;
}
const [distribution] = Object.values(resourcesOf(front, 'AWS::CloudFront::Distribution'));
const config = Object(distribution?.Properties.DistributionConfig);
const behaviors: Behavior[] = config.CacheBehaviors;
const behaviorOf = (pattern: string) => behaviors.find(({ PathPattern }) => PathPattern === pattern);

/** Headers that CloudFront adds to a response, by name. */
function headersOfPolicy(): Record<string, string> {
  const [policy] = Object.values(resourcesOf(front, 'AWS::CloudFront::ResponseHeadersPolicy'));
  const { SecurityHeadersConfig: own, CustomHeadersConfig: others } = Object(policy?.Properties.ResponseHeadersPolicyConfig);
  const custom: { Header: string; Value: string; Override: boolean }[] = others.Items;
  for (const { Override } of [...Object.values(own), ...custom] as { Override: boolean }[]) expect(Override).toBe(true);
  expect(own.StrictTransportSecurity).not.toMatchObject({ IncludeSubdomains: true });
  return {
    ...Object.fromEntries(custom.map(({ Header, Value }) => [Header, Value])),
    'content-security-policy': own.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': own.ContentTypeOptions && 'nosniff',
    'strict-transport-security': `max-age=${own.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    'referrer-policy': own.ReferrerPolicy.ReferrerPolicy,
  };
}

describe('the dashboard behind CloudFront', () => {
  it('is not there in a stage without a sign-in: no bucket, no function, no path', () => {
    const types = Object.values(without?.toJSON().Resources ?? {}).map((resource) => String(Object(resource).Type));
    expect(types.filter((type) => /S3|Lambda|Custom|ResponseHeaders/.test(type))).toEqual([]);
    expect(JSON.stringify(without?.toJSON())).not.toContain('/dashboard');
  });

  it('has the headers of all our pages, and no others', () => {
    expect(headersOfPolicy()).toEqual(policyHeaders());
    for (const pattern of ['/dashboard/assets/*', '/dashboard/*', '/dashboard'])
      expect(behaviorOf(pattern)?.ResponseHeadersPolicyId).toEqual({ Ref: expect.stringMatching(/^DashboardHeaders/) });
  });

  it('answers its page at every address below it, and assets at theirs, for which CloudFront looks first', () => {
    const patterns = behaviors.map(({ PathPattern }) => PathPattern).filter((pattern) => pattern.startsWith('/dashboard'));
    expect(patterns).toEqual(['/dashboard/assets/*', '/dashboard/*', '/dashboard']);
    expect(behaviorOf('/dashboard/assets/*')?.FunctionAssociations ?? []).toEqual([]);
    for (const pattern of ['/dashboard/*', '/dashboard'])
      expect(behaviorOf(pattern)?.FunctionAssociations).toEqual([
        {
          EventType: 'viewer-request',
          FunctionARN: { 'Fn::GetAtt': [expect.stringMatching(/^DashboardToPage/), 'FunctionARN'] },
        },
      ]);
    for (const uri of ['/dashboard', '/dashboard/', '/dashboard/live/domains/1', '/dashboard/manifest.json']) {
      const event = { request: { uri } };
      expect(runInNewContext(`${PAGE_CODE}handler(event)`, { event })).toEqual({ uri: '/dashboard/index.html' });
    }
    expect(PAGE_CODE.length).toBeLessThan(10_240);
  });

  it('takes only reading, over TLS, and sends neither cookies nor queries to the bucket', () => {
    for (const pattern of ['/dashboard/assets/*', '/dashboard/*', '/dashboard'])
      expect(behaviorOf(pattern)).toMatchObject({
        AllowedMethods: ['GET', 'HEAD'],
        ViewerProtocolPolicy: 'https-only',
        CachePolicyId: { Ref: expect.stringMatching(/^Pages/) },
        Compress: true,
      });
    front.hasResourceProperties('AWS::CloudFront::CachePolicy', {
      CachePolicyConfig: {
        ParametersInCacheKeyAndForwardedToOrigin: Match.objectLike({
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
          CookiesConfig: { CookieBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
        }),
      },
    });
    expect(behaviorOf('/dashboard/*')).not.toHaveProperty('OriginRequestPolicyId');
  });
});

describe('the bucket of the dashboard', () => {
  const [policy] = Object.values(resourcesOf(front, 'AWS::S3::BucketPolicy'));
  const statements: { Effect: string; Principal: object; Action: unknown; Condition?: object }[] = Object(
    policy?.Properties.PolicyDocument,
  ).Statement;

  it('is closed to everybody but this distribution, to which it says what is not there', () => {
    front.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const readers = statements.filter(({ Effect, Principal }) => Effect === 'Allow' && 'Service' in Principal);
    expect(readers.flatMap(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
    for (const { Principal, Condition } of readers) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(JSON.stringify(Condition)).toContain('Distribution');
    }
    front.resourceCountIs('AWS::CloudFront::OriginAccessControl', 1);
  });

  it('goes with its stack, with all that is in it', () => {
    const [bucket] = Object.values(resourcesOf(front, 'AWS::S3::Bucket'));
    expect(bucket?.DeletionPolicy).toBe('Delete');
    front.resourceCountIs('Custom::S3AutoDeleteObjects', 1);
  });

  it('gets the assets before the page that names them, each with how long it may be kept, and keeps those of earlier builds', () => {
    const uploads = resourcesOf(front, 'Custom::CDKBucketDeployment');
    const what = Object.values(uploads).map(({ Properties }) => ({
      include: Properties.Include,
      caching: Object(Properties.SystemMetadata)['cache-control'],
    }));
    expect(what).toEqual([
      { include: ['assets/*'], caching: 'public, max-age=31536000, immutable' },
      { include: ['index.html'], caching: 'no-cache' },
    ]);
    for (const { Properties } of Object.values(uploads))
      expect(Properties).toMatchObject({ Prune: false, Exclude: ['*'], DestinationBucketKeyPrefix: 'dashboard' });
    const [assets, page] = Object.keys(uploads);
    expect(uploads[page ?? '']).toHaveProperty('DependsOn', expect.arrayContaining([assets]));
  });

  it('is written to by a role that may read builds and put files below one path, and do nothing else', () => {
    const [uploader] = Object.values(resourcesOf(front, 'AWS::Lambda::Function')).filter(
      ({ Properties }) => Properties.Handler === 'index.handler' && JSON.stringify(Properties.Layers ?? '') !== '""',
    );
    const roleId = Object(uploader?.Properties.Role)['Fn::GetAtt'][0];
    const role = resourcesOf(front, 'AWS::IAM::Role')[roleId];
    expect(role?.Properties).not.toHaveProperty('ManagedPolicyArns');
    const rights: { Action: unknown; Resource: unknown }[] = Object(role?.Properties).Policies[0].PolicyDocument.Statement;
    expect(rights.map(({ Action }) => Action)).toEqual([
      's3:GetObject',
      's3:PutObject',
      's3:ListBucket',
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
    ]);
    expect(JSON.stringify(rights[1]?.Resource)).toContain('/dashboard/*');
    front.resourceCountIs('AWS::IAM::Policy', 0);
  });
});
