import { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Role, readPolicies } from '../../permissions/policies.ts';
import { simulate } from '../../permissions/simulate.ts';
import type { Template as PlainTemplate } from '../../permissions/template.ts';
import { buildApp, productionStage } from '../synthesized.ts';

// Evaluated with the IAM policy simulator, for every role of the templates and for principals with all rights.

const account = '111122223333';
const region = 'eu-central-1';
const { stateful, service } = buildApp({ ...productionStage, account, region }, { 'aws:cdk:enable-path-metadata': true });
const templates = [stateful, service].map((stack) => Template.fromStack(stack).toJSON() as PlainTemplate);
const policies = readPolicies({ account, region, templates });
const [key = ''] = [...policies.names].find(([arn, name]) => name === 'SealingKey' && arn.includes(':kms:')) ?? [];
const ofADomain = {
  'kms:CallerAccount': account,
  'kms:EncryptionContextKeys': ['domain', 'organization'],
  'kms:EncryptionContext:domain': '117',
  'kms:EncryptionContext:organization': 'org_1',
};

const may = async (role: Role, action: string, context: Record<string, string | string[]>) =>
  (await simulate({ role }, { action, resource: key, context }, policies.ofResources.get(key))).isAllowed;

async function whoMay(action: string, context: Record<string, string | string[]>): Promise<string[]> {
  const allowed = await Promise.all(policies.roles.map(async (role) => ((await may(role, action, context)) ? [role.name] : [])));
  return allowed.flat().sort();
}

/** A principal with all rights in the account, under this ARN. */
const mighty = (arn: string): Role => ({
  name: 'Mighty',
  arn,
  trust: { Version: '2012-10-17', Statement: [] },
  rights: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
});

describe('the private key of a domain', () => {
  it('is opened by the Lambda that serves agents, the one that works in AWS accounts, and by who breaks the glass, of all roles', async () => {
    expect(policies.roles.length).toBeGreaterThan(30);
    expect(await whoMay('kms:Decrypt', ofADomain)).toEqual([
      'AgentsEndpoint/ServeAgents',
      'AwsServers/WorkAtAws',
      'SealingKey/BreakGlass',
    ]);
  });

  it('is made and sealed by the Lambda that prepares an issuance, and by the one that plays it in test mode, of all roles', async () => {
    expect(await whoMay('kms:GenerateDataKey', ofADomain)).toEqual(['LifecycleSteps/prepare-issuance', 'Rehearsal/Rehearse']);
  });

  it('is sealed anew for another context by nobody', async () => {
    expect(await whoMay('kms:ReEncryptFrom', ofADomain)).toEqual([]);
  });

  it.each(['kms:Decrypt', 'kms:ReEncryptFrom'])(
    'is closed to an administrator of the account, who may else do everything: %s',
    async (action) => {
      const administrator = mighty(`arn:aws:iam::${account}:role/Administrator`);
      expect(await may(administrator, action, ofADomain)).toBe(false);
      expect(await may(administrator, action, { 'kms:EncryptionContext:purpose': 'idempotency' })).toBe(true);
      expect(await may(administrator, 'kms:PutKeyPolicy', {})).toBe(true);
    },
  );

  it('is closed to a role by its name alone', async () => {
    const named = mighty(
      `arn:aws:iam::${account}:role/cps-${productionStage.name}-service-AgentsEndpointServeAgentsRole-1A2B3C4D5E6F`,
    );
    expect(await may(named, 'kms:Decrypt', ofADomain)).toBe(false);
  });
});

describe('who breaks the glass', () => {
  let breakGlass: Role;
  beforeAll(() => {
    const found = policies.roles.find(({ name }) => name === 'SealingKey/BreakGlass');
    if (!found) throw new Error('there is no such role');
    breakGlass = found;
  });

  it('opens private keys of domains and does nothing else', async () => {
    expect(breakGlass.rights.Statement).toMatchObject([{ Action: 'kms:Decrypt', Resource: key }]);
    expect(await may(breakGlass, 'kms:Decrypt', { 'kms:EncryptionContext:purpose': 'idempotency' })).toBe(false);
  });

  it('has used a second factor', async () => {
    const person = mighty(`arn:aws:iam::${account}:user/somebody`);
    const assume = { action: 'sts:AssumeRole', resource: breakGlass.arn, context: {} };
    const asked = (context: Record<string, string>) => simulate({ role: person, context }, assume, breakGlass.trust);
    expect((await asked({})).isAllowed).toBe(false);
    expect((await asked({ 'aws:MultiFactorAuthPresent': 'false' })).isAllowed).toBe(false);
    expect((await asked({ 'aws:MultiFactorAuthPresent': 'true' })).isAllowed).toBe(true);
  });

  it('is reported: the use of the role, and each key that it opens', () => {
    const rules = templates.flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Type }) => Type === 'AWS::Events::Rule'),
    );
    const [rule] = rules.filter(({ Properties }) => JSON.stringify(Properties).includes('BreakGlass'));
    expect(rule?.Properties).toMatchObject({
      // Other states deliver neither event.
      State: 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS',
      EventPattern: { detail: { $or: [{ eventName: ['AssumeRole'] }, { eventName: ['Decrypt'] }] } },
    });
  });
});
