import { runInNewContext } from 'node:vm';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '../../../contract/stack/environment.ts';
import { CLIENT_ADDRESS_CODE } from '../../../lib/cloudfront/front-stack.ts';
import type { Stage } from '../../../lib/stage/stage.schema.ts';
import { withPool } from '../people-api/sign-in-stage.ts';
import { buildApp, productionStage, resourcesOf } from '../synthesized.ts';
import { frontStage, withPublicDomain } from './front-stage.ts';

const { front, service } = buildApp(frontStage);
const template = templateOf(frontStage);

function templateOf(stage: Stage): Template {
  const stack = buildApp(stage).front;
  if (!stack) throw new Error('the stage has no public domain');
  return Template.fromStack(stack);
}

describe('the stack of CloudFront', () => {
  it('is in us-east-1, wherever the stage is, and is deployed after the stack that it leads to', () => {
    expect(front?.region).toBe('us-east-1');
    expect(service.region).toBe('eu-central-1');
    expect(front?.dependencies).toContain(service);
  });

  it('does not exist without a public domain, and the stage needs none to be deployed', () => {
    expect(buildApp(productionStage).front).toBeUndefined();
  });

  it('takes no value from another region, for which CloudFormation would need code of its own: its only code is the dashboard’s', () => {
    const withDashboard = templateOf(withPool(frontStage));
    for (const each of [template, withDashboard]) expect(JSON.stringify(each.toJSON())).not.toContain('Fn::ImportValue');
    const code = /^Custom::|CustomResource|AWS::Lambda::Function/;
    const codeOf = (each: Template) => {
      const types = Object.values(each.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type);
      return types.filter((type) => code.test(type)).toSorted();
    };
    expect(codeOf(template)).toEqual([]);
    expect(codeOf(withDashboard)).toEqual([
      'AWS::Lambda::Function',
      'AWS::Lambda::Function',
      'Custom::CDKBucketDeployment',
      'Custom::CDKBucketDeployment',
      'Custom::S3AutoDeleteObjects',
    ]);
  });

  it('publishes the name for IPv4 and IPv6, with a certificate that proves itself in the zone', () => {
    for (const Type of ['A', 'AAAA']) {
      template.hasResourceProperties('AWS::Route53::RecordSet', {
        Name: 'api.acme-saas.net',
        Type,
        HostedZoneId: 'Z0123456789ABCDEFGHIJ',
        AliasTarget: { DNSName: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Distribution'), 'DomainName'] } },
      });
    }
    template.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'api.acme-saas.net',
      DomainValidationOptions: [{ DomainName: 'api.acme-saas.net', HostedZoneId: 'Z0123456789ABCDEFGHIJ' }],
    });
  });

  it('takes a certificate of yours, makes no record where you have no zone, and says where yours must point', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:111111111111:certificate/front';
    const ours = templateOf(withPublicDomain({ certificateArn, hostedZoneId: undefined }));
    ours.resourceCountIs('AWS::Route53::RecordSet', 0);
    ours.resourceCountIs('AWS::CertificateManager::Certificate', 0);
    ours.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { ViewerCertificate: { AcmCertificateArn: certificateArn } },
    });
    ours.hasOutput('FrontTarget', {});
  });
});

describe('the secret that CloudFront sends', () => {
  it('is in no template: CloudFormation puts it in from the copy in that region', () => {
    const { stateful } = buildApp(frontStage);
    const [secret] = Object.values(resourcesOf(Template.fromStack(stateful), 'AWS::SecretsManager::Secret')).filter(
      ({ Properties }) => Properties.Name === 'cps-production/front',
    );
    expect(secret?.Properties).toMatchObject({ ReplicaRegions: [{ Region: 'us-east-1' }] });
    expect(secret?.Properties).not.toHaveProperty('SecretString');
    expect(sentSecret(template)).toBe('{{resolve:secretsmanager:cps-production/front:SecretString:1::}}');
  });

  it('is the version that the stage names, so that a deployment changes it', () => {
    expect(sentSecret(templateOf(withPublicDomain({ secretVersion: 2 })))).toContain(':SecretString:2::');
  });

  it('has no copy where the stage is in the region of CloudFront itself', () => {
    const { stateful } = buildApp({ ...frontStage, region: 'us-east-1' });
    Template.fromStack(stateful).hasResourceProperties('AWS::SecretsManager::Secret', {
      Name: 'cps-production/front',
      ReplicaRegions: Match.absent(),
    });
  });
});

describe('the client’s address', () => {
  it('is written by CloudFront over whatever the client has sent under that name, before each request', () => {
    const event = {
      viewer: { ip: '198.51.100.9' },
      request: { headers: { [CLIENT_ADDRESS_HEADER]: { value: '192.0.2.66', multiValue: [{ value: '192.0.2.67' }] } } },
    };
    const { headers } = runInNewContext(`${CLIENT_ADDRESS_CODE}; handler(event)`, { event });
    expect(JSON.parse(JSON.stringify(headers))).toEqual({ [CLIENT_ADDRESS_HEADER]: { value: '198.51.100.9' } });
    for (const behavior of behaviorsOf(template)) {
      expect(behavior.FunctionAssociations).toEqual([expect.objectContaining({ EventType: 'viewer-request' })]);
    }
  });
});

function distributionOf(of: Template) {
  const [distribution] = Object.values(resourcesOf(of, 'AWS::CloudFront::Distribution'));
  return Object(distribution?.Properties.DistributionConfig);
}

function sentSecret(of: Template): string {
  const [{ HeaderName, HeaderValue }] = distributionOf(of).Origins[0].OriginCustomHeaders;
  expect(HeaderName).toBe('x-cps-front-secret');
  return HeaderValue;
}

function behaviorsOf(of: Template): { FunctionAssociations: unknown }[] {
  const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(of);
  return [DefaultCacheBehavior, ...CacheBehaviors];
}
