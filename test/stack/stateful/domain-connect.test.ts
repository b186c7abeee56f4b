import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { productionStage, type Resource, resourcesOf, synthesize } from '../synthesized.ts';
import { withTemplate } from './domain-connect-stage.ts';

interface Role {
  Properties: { Policies?: { PolicyDocument: { Statement: { Action: unknown; Resource: unknown }[] } }[] };
}

/** The other signing key is that of the audit (audit-signatures.test.ts). */
const isSigningKey = ({ Properties }: Resource) => Properties.KeySpec === 'RSA_2048';
const keysOf = (template: Template) => Object.values(resourcesOf(template, 'AWS::KMS::Key')).filter(isSigningKey);
const isOfTheAudit = (id: string) => id.startsWith('AuditSeals');
/** Roles that may sign, by logical id. */
const signersIn = (template: Template) =>
  Object.entries(resourcesOf(template, 'AWS::IAM::Role'))
    .filter(([id, policy]) => JSON.stringify(policy).includes('kms:Sign') && !isOfTheAudit(id))
    .map(([id]) => id);
const functionsThatKnow = (template: Template, variable: string) =>
  Object.values(resourcesOf(template, 'AWS::Lambda::Function')).filter((fn) => JSON.stringify(fn).includes(variable)).length;

describe('a stage with a template of Domain Connect', () => {
  const { stateful, service } = synthesize(withTemplate(productionStage));

  it('the key that signs links for DNS providers is RSA, and outlives its stack', () => {
    expect(keysOf(stateful)).toEqual([
      expect.objectContaining({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
        Properties: expect.objectContaining({ KeySpec: 'RSA_2048', KeyUsage: 'SIGN_VERIFY' }),
      }),
    ]);
    stateful.hasOutput('DomainConnectKeyId', {});
  });

  it('links for DNS providers are signed by whoever looks for the record first, by nobody else, and with this key alone', () => {
    expect(signersIn(service).sort()).toEqual([expect.stringMatching(/WatchDns/), expect.stringMatching(/check-?dns/i)]);
    expect(functionsThatKnow(service, 'DOMAIN_CONNECT_KEY_ID')).toBe(2);
    const roles = Object.entries(resourcesOf(service, 'AWS::IAM::Role')) as unknown as [string, Role][];
    const others = roles.filter(([id]) => !isOfTheAudit(id));
    const statements = others.flatMap(
      ([
        ,
        {
          Properties: { Policies = [] },
        },
      ]) => Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    );
    const signing = statements.filter(({ Action }) => JSON.stringify(Action).includes('kms:Sign'));
    expect(signing.map(({ Action }) => Action)).toEqual(['kms:Sign', 'kms:Sign']);
    for (const { Resource: of } of signing) expect(JSON.stringify(of)).toContain('DomainConnectKey');
  });
});

it('a stage without a template of Domain Connect has no key for it, and nobody who may sign', () => {
  const { stateful, service } = synthesize();
  expect(keysOf(stateful)).toEqual([]);
  expect(signersIn(service)).toEqual([]);
  expect(functionsThatKnow(service, 'DOMAIN_CONNECT_KEY_ID')).toBe(0);
});
