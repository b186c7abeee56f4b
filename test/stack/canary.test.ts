import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { StageRefused } from '../../lib/stage/read-stage.ts';
import { buildApp, localStage, productionStage, resourcesOf, synthesize } from './synthesized.ts';

const { service } = synthesize(productionStage, { canary: 'true' });
const functions = Object.keys(resourcesOf(service, 'AWS::Lambda::Function'));
const groups = Object.entries(resourcesOf(service, 'AWS::CodeDeploy::DeploymentGroup'));
const alarms = service.findResources('AWS::CloudWatch::Alarm');
const [application] = Object.keys(resourcesOf(service, 'AWS::CodeDeploy::Application'));

/** The alarms of a deployment group. */
function watched(group: string) {
  const { AlarmConfiguration } = Object(groups.find(([id]) => id === group)?.[1].Properties);
  expect(AlarmConfiguration.Enabled).not.toBe(false);
  return AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => alarms[Name.Ref]?.Properties);
}

describe('a gradual update', () => {
  it('gives the new version of each function that answers calls a tenth of them for five minutes', () => {
    const called = Object.values(resourcesOf(service, 'AWS::ApiGatewayV2::Integration')).map(({ Properties }) =>
      JSON.stringify(Properties.IntegrationUri),
    );
    const gradual = Object.entries(service.findResources('AWS::Lambda::Alias')).filter(([, alias]) => 'UpdatePolicy' in alias);
    expect(gradual.every(([id]) => called.some((uri) => uri.includes(`"${id}"`)))).toBe(true);
    expect(gradual).toHaveLength(called.length);
    expect(gradual.length).toBeLessThan(functions.length / 2);
    for (const [, { Properties }] of groups) {
      expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    }
    const wanted = groups.map(([id]) => ({
      CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: application }, DeploymentGroupName: { Ref: id } },
    }));
    const used = gradual.map(([, alias]) => Object(alias).UpdatePolicy);
    expect(used).toEqual(expect.arrayContaining(wanted));
    expect(used).toHaveLength(wanted.length);
  });

  it('is drawn back at answers of 500 and more', () => {
    for (const [id] of groups) {
      const seen = watched(id);
      expect(seen.map(({ AlarmDescription }: { AlarmDescription: string }) => AlarmDescription.split('#')[1])).toEqual([
        'api-server-errors',
      ]);
    }
  });

  it('tries the lifecycle’s new definition with a tenth of the executions, and is drawn back when they fail', () => {
    const [alias] = Object.values(resourcesOf(service, 'AWS::StepFunctions::StateMachineAlias'));
    const { Alarms, ...preference } = Object(alias?.Properties.DeploymentPreference);
    expect(preference).toMatchObject({ Type: 'CANARY', Percentage: 10, Interval: 5 });
    expect(Alarms.map(({ Ref }: { Ref: string }) => alarms[Ref]?.Properties.AlarmDescription.split('#')[1])).toEqual([
      'executions-failed',
    ]);
  });

  it('takes as long as configured, in the minutes that CodeDeploy knows', () => {
    const { service: longer } = synthesize(productionStage, { canary: '30' });
    const [group] = Object.values(resourcesOf(longer, 'AWS::CodeDeploy::DeploymentGroup'));
    expect(JSON.stringify(group?.Properties.DeploymentConfigName)).toContain('LambdaCanary10Percent30Minutes');
    expect(() => buildApp(productionStage, { canary: '7' })).toThrow(/canary=7: .*5, 10, 15, 30/);
  });

  it('is optional: without it an update is one step, and needs nothing of CodeDeploy', () => {
    for (const given of [{}, { canary: 'false' }]) {
      const { service: plain } = synthesize(productionStage, given);
      expect(resourcesOf(plain, 'AWS::CodeDeploy::DeploymentGroup')).toEqual({});
      for (const alias of Object.values(plain.findResources('AWS::Lambda::Alias')))
        expect(alias).not.toHaveProperty('UpdatePolicy');
    }
  });

  it('is refused for the emulator, which would wait for a CodeDeploy that is not there', () => {
    expect(() => buildApp(localStage, { canary: 'true' })).toThrow(StageRefused);
  });

  it('passes the AWS Solutions checks', () => {
    const { app } = buildApp(productionStage, { canary: 'true' });
    expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
  });
});
