import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../../../lib/stage/stage.schema.ts';
import { buildApp, productionStage, resourcesOf } from '../synthesized.ts';
import { frontStage, withPublicDomain } from './front-stage.ts';

const serviceOf = (stage: Stage) => Template.fromStack(buildApp(stage).service);
const behind = serviceOf(frontStage);
const routesOf = (service: Template) =>
  Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Route')).map(({ Properties }) => Properties);

describe('the API behind CloudFront', () => {
  it('has no address of its own, and the output names the public one', () => {
    behind.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
    behind.hasOutput('ApiEndpoint', { Value: 'https://api.acme-saas.net' });
  });

  it('has the authorizer at every route, so that nobody avoids it', () => {
    const [authorizer] = Object.keys(resourcesOf(behind, 'AWS::ApiGatewayV2::Authorizer'));
    expect(routesOf(behind).length).toBeGreaterThan(20);
    for (const route of routesOf(behind)) {
      expect(route).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: authorizer } });
    }
  });

  it('refuses a request without the secret before any function runs, and checks one value once in five minutes', () => {
    behind.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'REQUEST',
      AuthorizerPayloadFormatVersion: '2.0',
      EnableSimpleResponses: true,
      IdentitySource: ['$request.header.x-cps-front-secret'],
      AuthorizerResultTtlInSeconds: 300,
    });
  });

  it('has an authorizer that may read its one secret and nothing else', () => {
    const roles = Object.entries(resourcesOf(behind, 'AWS::IAM::Role')).filter(([id]) => id.includes('AuthorizeFront'));
    const statements = roles.flatMap(([, { Properties }]) => Object(Properties).Policies[0].PolicyDocument.Statement);
    const beyondItsLog = statements.filter(({ Action }) => !String(Action).startsWith('logs:'));
    expect(beyondItsLog).toEqual([
      {
        Action: 'secretsmanager:GetSecretValue',
        Effect: 'Allow',
        Resource: { 'Fn::ImportValue': expect.stringContaining('FrontSecret') },
      },
    ]);
  });

  it('is reached at a name of its own, with its own certificate', () => {
    behind.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'origin.api.acme-saas.net',
      DomainNameConfigurations: [{ EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
    });
    behind.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', { Stage: '$default', ApiMappingKey: Match.absent() });
    behind.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'origin.api.acme-saas.net', Type: 'A' });
  });

  it('takes your certificate and shows the target of your record, where you have no zone', () => {
    const originCertificateArn = 'arn:aws:acm:eu-central-1:111111111111:certificate/origin';
    const certificateArn = 'arn:aws:acm:us-east-1:111111111111:certificate/front';
    const service = serviceOf(
      withPublicDomain({ hostedZoneId: undefined, certificateArn, originCertificateArn, originName: 'o.acme-saas.net' }),
    );
    service.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: 'o.acme-saas.net',
      DomainNameConfigurations: [{ CertificateArn: originCertificateArn }],
    });
    service.resourceCountIs('AWS::Route53::RecordSet', 0);
    service.hasOutput('OriginTarget', {});
  });

  it('keeps answering at its own address while clients move, where the stage says so', () => {
    const both = serviceOf(withPublicDomain({ directAccess: 'allowed' }));
    both.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: Match.absent() });
    both.resourceCountIs('AWS::ApiGatewayV2::DomainName', 1);
  });

  it('marks each request by an authorizer that keeps no answer and needs no header, where the stage allows others in', () => {
    const both = serviceOf(withPublicDomain({ directAccess: 'allowed' }));
    both.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 1);
    const [authorizer] = Object.values(resourcesOf(both, 'AWS::ApiGatewayV2::Authorizer'));
    expect(authorizer?.Properties).toMatchObject({ AuthorizerType: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
    expect(Object(authorizer?.Properties).IdentitySource ?? []).toEqual([]);
    for (const route of routesOf(both)) expect(route).toMatchObject({ AuthorizationType: 'CUSTOM' });
    both.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ DIRECT_ACCESS: 'allowed', FRONT_SECRET_ARN: Match.anyValue() }) },
    });
  });
});

describe('the API without a public domain', () => {
  it('has API Gateway’s own address, open to everybody, with no secret and no authorizer', () => {
    const { service, stateful } = buildApp(productionStage);
    const open = Template.fromStack(service);
    open.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: Match.absent() });
    for (const type of ['Authorizer', 'DomainName']) open.resourceCountIs(`AWS::ApiGatewayV2::${type}`, 0);
    for (const route of routesOf(open)) expect(route).toMatchObject({ AuthorizationType: 'NONE' });
    expect(Object.keys(resourcesOf(Template.fromStack(stateful), 'AWS::SecretsManager::Secret'))).toHaveLength(1);
  });

  it('the API behind CloudFront may be reached directly for a while, and no more, by an ordinary update: what it imports stays exported', () => {
    const exportsOf = (stage: Stage) =>
      Object.values(Template.fromStack(buildApp(stage).stateful).findOutputs('*', { Export: {} }));
    const names = (stage: Stage) => exportsOf(stage).map((output) => output.Export.Name);
    expect(names(withPublicDomain({ directAccess: 'allowed' }))).toEqual(expect.arrayContaining(names(frontStage)));
  });
});
