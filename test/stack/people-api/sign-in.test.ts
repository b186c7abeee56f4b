import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { AUDIT_PREFIX, SEALS_PREFIX } from '../../../contract/stack/table-shape.ts';
import { buildApp, productionStage, resourcesOf, synthesize } from '../synthesized.ts';
import { withIssuer, withPool } from './sign-in-stage.ts';

const without = synthesize();
const issuer = synthesize(withIssuer(productionStage));
const pool = synthesize(withPool(productionStage));
const routesOf = (template: Template) =>
  Object.values(resourcesOf(template, 'AWS::ApiGatewayV2::Route')).map(({ Properties }) => String(Properties.RouteKey));
const variablesOf = (template: Template) =>
  Object.entries(resourcesOf(template, 'AWS::Lambda::Function'))
    .filter(([id]) => id.includes('ServeSignIn'))
    .map(([, { Properties }]) => Object(Properties.Environment).Variables)[0];

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, unknown>;
}
const statementsOf = (template: Template, name = 'ServeSignIn'): Statement[] =>
  Object.entries(resourcesOf(template, 'AWS::IAM::Role'))
    .filter(([id]) => id.includes(name))
    .flatMap(([, { Properties }]) => Object(Properties).Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
const allowedTo = (template: Template, action: string) =>
  statementsOf(template).filter(({ Effect, Action }) => Effect === 'Allow' && [Action].flat().includes(action));

describe('a stage without a provider', () => {
  it('has no sign-in, and no pool', () => {
    expect(routesOf(without.service).filter((key) => key.includes('/app'))).toEqual([]);
    expect(variablesOf(without.service)).toBeUndefined();
    without.stateful.resourceCountIs('AWS::Cognito::UserPool', 0);
  });
});

describe('a stage with a provider of its own', () => {
  it('has addresses to sign in, to sign out and to work at', () => {
    const keys = routesOf(issuer.service).filter((key) => key.includes('/app'));
    expect(keys.toSorted()).toEqual([
      'ANY /app/callback',
      'ANY /app/confirm',
      'ANY /app/sign-in',
      'ANY /app/sign-out',
      'ANY /app/v1/{proxy+}',
    ]);
  });

  it('tells the function its issuer, and where its secret is; the secret is in no template', () => {
    expect(JSON.parse(variablesOf(issuer.service).SIGN_IN)).toEqual({
      issuer: 'https://acme-saas.okta.com',
      clientId: 'cps',
      clientSecretArn: 'arn:aws:secretsmanager:eu-central-1:222233334444:secret:sign-in-AbCdEf',
      groupsClaim: 'groups',
      groupRoles: [],
    });
    issuer.stateful.resourceCountIs('AWS::Cognito::UserPool', 0);
  });

  it('has the function reach people and nothing else, and open no key', () => {
    const people = ['USER#*', 'IDENTITY#*', 'INVITED#*', 'ORG#*', 'SIGNIN#*'];
    const only = (prefixes: string[]) => ({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    });
    const granted = (action: string) => allowedTo(issuer.service, action).map(({ Condition }) => Condition);
    for (const name of ['GetItem', 'Query', 'BatchGetItem']) expect(granted(`dynamodb:${name}`), name).toEqual([only(people)]);
    // MAILS# lets it queue mails to the owners about a new admin or owner, without reading any. The guard of every function
    // denies changes and deletions of audit entries.
    for (const name of ['PutItem', 'UpdateItem', 'DeleteItem'])
      expect(granted(`dynamodb:${name}`), name).toEqual([only([...people, 'MAILS#*', 'AUDIT#*'])]);
    const secrets = allowedTo(issuer.service, 'secretsmanager:GetSecretValue').flatMap(({ Resource }) => Resource);
    expect(secrets).toEqual([withIssuer(productionStage).signIn?.clientSecretArn, expect.anything()]);
    const actions = statementsOf(issuer.service).flatMap(({ Action }) => [Action].flat());
    expect(actions.filter((action) => !/^(dynamodb|secretsmanager|logs):/.test(action))).toEqual([]);
  });

  it('lets the function of people do what the functions of the API may do, and read a session by one request', () => {
    const ofApi = ['ServeDomains', 'ServeRegistrations', 'ServeOrganization', 'ServeServers', 'ServeWebhooks', 'ServeEvents'];
    const actionsOf = (name: string) =>
      statementsOf(issuer.service, name)
        .filter(({ Effect }) => Effect === 'Allow')
        .flatMap(({ Action }) => Action);
    expect(new Set(actionsOf('ServeApp'))).toEqual(new Set([...ofApi.flatMap(actionsOf), 'dynamodb:BatchGetItem']));
    const sealing = statementsOf(issuer.service, 'ServeApp').filter(({ Action }) => JSON.stringify(Action).includes('kms:'));
    expect(sealing.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'kms:EncryptionContext:purpose': 'idempotency' } },
      { Null: { 'kms:EncryptionContext:webhook': 'false' } },
    ]);
  });

  it('keeps the audit and its seals from it', () => {
    const denied = statementsOf(issuer.service).filter(({ Effect }) => Effect === 'Deny');
    const writes = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    for (const prefix of [AUDIT_PREFIX, SEALS_PREFIX]) {
      const about = denied.filter(({ Condition }) => JSON.stringify(Condition).includes(`"${prefix}*"`));
      expect(about.flatMap(({ Action }) => [Action].flat()).toSorted()).toEqual(writes);
    }
  });
});

describe('a stage with a pool', () => {
  it('has one in which nobody can sign up, with an optional second factor, which is kept when its stack goes', () => {
    const [found] = Object.values(pool.stateful.findResources('AWS::Cognito::UserPool'));
    expect(found).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        MfaConfiguration: 'OPTIONAL',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
        DeletionProtection: 'ACTIVE',
        Policies: { PasswordPolicy: { MinimumLength: 12 } },
      },
    });
  });

  it('has a client of the code flow alone, which leads back to the site', () => {
    pool.stateful.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      CallbackURLs: ['https://api.acme-saas.net/app/callback'],
      GenerateSecret: false,
      PreventUserExistenceErrors: 'ENABLED',
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    });
    pool.stateful.hasResourceProperties('AWS::Cognito::UserPoolDomain', { Domain: 'acme-saas' });
    expect(pool.stateful.toJSON().Outputs).toHaveProperty('UserPoolId');
  });

  it('gives the function its issuer and client, and no secret', () => {
    const told = JSON.stringify(variablesOf(pool.service).SIGN_IN);
    expect(told).toContain('cognito:groups');
    expect(told).toMatch(/ImportValue|GetAtt/);
    const secrets = allowedTo(pool.service, 'secretsmanager:GetSecretValue').flatMap(({ Resource }) => Resource);
    expect(secrets).toHaveLength(1);
  });

  it('stays below what a stack may hold, and makes no custom resource', () => {
    const { service, stateful } = buildApp(withPool(productionStage));
    for (const template of [service, stateful].map((stack) => Template.fromStack(stack).toJSON())) {
      expect(Object.keys(template.Resources).length).toBeLessThan(400);
      const types = Object.values(template.Resources).map((resource) => String(Object(resource).Type));
      expect(types.filter((type) => type.startsWith('Custom::'))).toEqual([]);
    }
  });
});
