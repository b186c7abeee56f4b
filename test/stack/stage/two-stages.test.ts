import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { buildApp, productionStage, resourcesOf, synthesize } from '../synthesized.ts';

/**
 * Properties by which CloudFormation gives a resource a name of our choice, which must be the only one in its account and region.
 */
const PHYSICAL_NAMES = /^(Alarm|Alias|Api|Bucket|Function|LogGroup|Queue|Role|Rule|StateMachine|Table|Topic|Schedule)?Name$/;

function namesOf(template: Template): string[] {
  // An alias is in the function or machine that it is of.
  const resources = Object.values(template.toJSON().Resources).filter(
    (resource) => !/Alias$/.test(String(Object(resource).Type)),
  );
  return resources.flatMap((resource) =>
    Object.entries(Object(resource).Properties ?? {}).flatMap(([property, value]) =>
      PHYSICAL_NAMES.test(property) && typeof value === 'string' && value !== '$default' ? [value] : [],
    ),
  );
}

describe('two stages in one account', () => {
  const staging = { ...productionStage, name: 'staging' };

  it('have stacks of their own', () => {
    const names = [productionStage, staging].flatMap((stage) => {
      const { stateful, service } = buildApp(stage);
      return [stateful.stackName, service.stackName];
    });
    expect(names).toEqual(['cps-production-stateful', 'cps-production-service', 'cps-staging-stateful', 'cps-staging-service']);
  });

  it('share no export and no name that we chose', () => {
    const [one, other] = [productionStage, staging].map((stage) => {
      const { stateful, service } = synthesize(stage);
      const exported = Object.values(Object(stateful.toJSON().Outputs)).flatMap(
        (output) => Object(Object(output).Export).Name ?? [],
      );
      return { names: [...namesOf(stateful), ...namesOf(service)], exported };
    });
    expect(one?.exported.length).toBeGreaterThan(0);
    expect(one?.exported.filter((name) => other?.exported.includes(name))).toEqual([]);
    expect(one?.names.filter((name) => other?.names.includes(name))).toEqual([]);
  });
});

describe('alarms', () => {
  it('go to an address that the stage names, by a topic that CloudWatch may publish to', () => {
    const { service } = synthesize({ ...productionStage, alarmEmail: 'operations@acme-saas.net' });
    service.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'operations@acme-saas.net' });
    const [topic] = Object.keys(resourcesOf(service, 'AWS::SNS::Topic'));
    for (const { Properties } of Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm'))) {
      expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
    }
    const [policy] = Object.values(resourcesOf(service, 'AWS::SNS::TopicPolicy'));
    expect(Object(policy?.Properties.PolicyDocument).Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Action: 'sns:Publish', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    );
  });
});
