import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../contract/stack/environment.ts';
import { STEP_NAMES } from '../../contract/stack/steps.ts';
import { frontStage } from './cloudfront/front-stage.ts';
import { aliasOf, localStage, resourcesOf, synthesize } from './synthesized.ts';

/** A stage with everything that invokes functions. */
const { service } = synthesize(frontStage);
const functions = Object.keys(resourcesOf(service, 'AWS::Lambda::Function'));
const aliases = functions.map((id) => aliasOf(service, id));
const { settings } = frontStage;
const otherSettings = synthesize({ ...frontStage, settings: { ...settings, siteUrl: 'https://other.acme-saas.net' } }).service;
const versionsOf = (template: Template) => Object.keys(resourcesOf(template, 'AWS::Lambda::Version'));

describe('an update', () => {
  it('gives every function its new code and its new settings at once: an alias goes to a version that has both', () => {
    const published = functions.map(
      (id) => Object(resourcesOf(service, 'AWS::Lambda::Alias')[aliasOf(service, id)]?.Properties.FunctionVersion)['Fn::GetAtt'],
    );
    expect(new Set(published.map(([id]) => id))).toEqual(new Set(versionsOf(service)));
    expect(versionsOf(service)).toHaveLength(functions.length);
  });

  it('that changes nothing but a setting publishes a new version of every function, under the same aliases', () => {
    expect(versionsOf(otherSettings).filter((id) => versionsOf(service).includes(id))).toEqual([]);
    expect(Object.keys(resourcesOf(otherSettings, 'AWS::Lambda::Alias'))).toEqual(aliases.toSorted(byTemplate(otherSettings)));
  });

  it('keeps the versions before it, for a way back', () => {
    for (const version of Object.values(service.findResources('AWS::Lambda::Version'))) {
      expect(version).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  });

  it('removes the versions before it that are in a network: their interfaces would keep it there for ever', () => {
    const { service: fixed } = synthesize({ ...frontStage, fixedEgress: { availabilityZones: ['eu-central-1a'] } });
    const moved = Object.entries(resourcesOf(fixed, 'AWS::Lambda::Function')).flatMap(([id, { Properties }]) =>
      Properties.VpcConfig === undefined ? [] : [id],
    );
    expect(moved.length).toBeGreaterThan(0);
    for (const { Properties, DeletionPolicy } of Object.values(resourcesOf(fixed, 'AWS::Lambda::Version'))) {
      expect(DeletionPolicy).toBe(moved.includes(Object(Properties.FunctionName).Ref) ? 'Delete' : 'Retain');
    }
  });

  it.each([
    ['AWS::ApiGatewayV2::Integration', 'IntegrationUri'],
    ['AWS::ApiGatewayV2::Authorizer', 'AuthorizerUri'],
    ['AWS::Lambda::Permission', 'FunctionName'],
    ['AWS::Lambda::EventSourceMapping', 'FunctionName'],
    ['AWS::Scheduler::Schedule', 'Target'],
    ['AWS::Events::Rule', 'Targets'],
    ['AWS::StepFunctions::StateMachine', 'DefinitionString'],
  ])('leaves no caller of a function past its alias: every %s names one in its %s', (type, property) => {
    // The rules of KeyWatch target a queue.
    const callers = Object.entries(resourcesOf(service, type)).filter(([id]) => !id.startsWith('KeyWatch'));
    expect(callers.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of callers) {
      const named = JSON.stringify(Properties[property]);
      expect(
        functions.filter((fn) => named.includes(`"${fn}"`)),
        id,
      ).toEqual([]);
      expect(aliases.filter((alias) => named.includes(`"${alias}"`)).length, id).toBeGreaterThan(0);
    }
  });

  it('leaves rights to invoke that end at the aliases', () => {
    const roles = [
      ...Object.values(resourcesOf(service, 'AWS::IAM::Policy')),
      ...Object.values(resourcesOf(service, 'AWS::IAM::Role')),
    ];
    const invoking = roles
      .map(({ Properties }) => JSON.stringify(Properties))
      .filter((text) => text.includes('lambda:InvokeFunction'));
    // The policies of the two state machines, and of all schedules together.
    expect(invoking).toHaveLength(3);
    for (const text of invoking) expect(functions.filter((fn) => text.includes(`"${fn}"`))).toEqual([]);
  });
});

describe.each([
  ['Standard', 0, ENVIRONMENT.stateMachineArn],
  ['Express', 1, ENVIRONMENT.expressMachineArn],
] as const)('an update of the lifecycle machine: %s', (_, position, variable) => {
  const machines = Object.keys(resourcesOf(service, 'AWS::StepFunctions::StateMachine'));
  const machine = machines[position] ?? '';
  const version = Object.entries(service.findResources('AWS::StepFunctions::StateMachineVersion'))[position];
  const alias = Object.entries(resourcesOf(service, 'AWS::StepFunctions::StateMachineAlias'))[position];
  const relays = (id: string) => id.startsWith('OutboxRelayRelayOutbox');

  it('publishes a version for each of its revisions, and keeps those before', () => {
    expect(version?.[1]).toMatchObject({
      Properties: {
        StateMachineArn: { Ref: machine },
        StateMachineRevisionId: { 'Fn::GetAtt': [machine, 'StateMachineRevisionId'] },
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('is followed by the next executions: the relay starts them by the alias, with a right on the machine', () => {
    const preference = Object(alias?.[1].Properties.DeploymentPreference);
    expect(preference).toEqual({ StateMachineVersionArn: { Ref: version?.[0] }, Type: 'ALL_AT_ONCE' });
    const [relay] = Object.entries(resourcesOf(service, 'AWS::Lambda::Function')).filter(([id]) => relays(id));
    expect(Object(relay?.[1].Properties).Environment.Variables[variable]).toEqual({ Ref: alias?.[0] });
    const [role] = Object.entries(resourcesOf(service, 'AWS::IAM::Role')).filter(([id]) => relays(id));
    expect(Object(role?.[1].Properties).Policies[0].PolicyDocument.Statement).toContainEqual({
      Action: 'states:StartExecution',
      Effect: 'Allow',
      Resource: machines.map((Ref) => ({ Ref })),
    });
  });

  it('an update of a step reaches executions that wait: each state calls its step by the alias', () => {
    const definition = JSON.stringify(
      resourcesOf(service, 'AWS::StepFunctions::StateMachine')[machine]?.Properties.DefinitionString,
    );
    expect(aliases.filter((id) => definition.includes(`"${id}"`))).toHaveLength(STEP_NAMES.length);
  });
});

describe('the emulator', () => {
  const local = synthesize(localStage).service;

  it('has aliases on the newest code, and no version for which it would keep a process', () => {
    const pointedTo = Object.values(resourcesOf(local, 'AWS::Lambda::Alias')).map(({ Properties }) => Properties.FunctionVersion);
    expect(pointedTo).toEqual(Object.keys(resourcesOf(local, 'AWS::Lambda::Function')).map(() => '$LATEST'));
    for (const type of [
      'AWS::Lambda::Version',
      'AWS::StepFunctions::StateMachineVersion',
      'AWS::StepFunctions::StateMachineAlias',
    ]) {
      expect(resourcesOf(local, type)).toEqual({});
    }
  });
});

function byTemplate(template: Template) {
  const order = Object.keys(resourcesOf(template, 'AWS::Lambda::Alias'));
  return (one: string, other: string) => order.indexOf(one) - order.indexOf(other);
}
