import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { buildApp, productionStage, synthesize } from '../synthesized.ts';

/** Properties with a resource's physical name, which must be unique in its account and region. */
const PHYSICAL_NAMES = /^(Alarm|Alias|Api|Bucket|Function|LogGroup|Queue|Role|Rule|StateMachine|Table|Topic|Schedule)?Name$/;

function namesOf(template: Template): string[] {
  // An alias belongs to its function or machine.
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
