import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { StageRefused } from '../../lib/stage/read-stage.ts';
import { egressStage } from './egress/egress-stage.ts';
import { frontStage } from './front/front-stage.ts';
import { aliasOf, buildApp, localStage, productionStage, resourcesOf, synthesize } from './synthesized.ts';

const { service } = synthesize(productionStage, { canary: 'true' });
const functions = Object.keys(resourcesOf(service, 'AWS::Lambda::Function'));
const groups = Object.entries(resourcesOf(service, 'AWS::CodeDeploy::DeploymentGroup'));
const alarms = service.findResources('AWS::CloudWatch::Alarm');
const [application] = Object.keys(resourcesOf(service, 'AWS::CodeDeploy::Application'));

/** The alarms that a deployment group watches. */
function watched(group: string) {
  const { AlarmConfiguration } = Object(groups.find(([id]) => id === group)?.[1].Properties);
  expect(AlarmConfiguration.Enabled).not.toBe(false);
  return AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => alarms[Name.Ref]?.Properties);
}

function namesOfMetrics(alarm: object | undefined): string[] {
  return Object(alarm).Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: { MetricName: string } } }) =>
    MetricStat ? [MetricStat.Metric.MetricName] : [],
  );
}

describe('a gradual update', () => {
  it('gives every function’s new version a tenth of the calls for five minutes', () => {
    expect(groups).toHaveLength(functions.length);
    for (const [, { Properties }] of groups) {
      expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('CodeDeployDefault.LambdaCanary10Percent5Minutes');
    }
    const used = functions.map((id) => Object(service.findResources('AWS::Lambda::Alias')[aliasOf(service, id)]).UpdatePolicy);
    const wanted = groups.map(([id]) => ({
      CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: application }, DeploymentGroupName: { Ref: id } },
    }));
    expect(used).toEqual(expect.arrayContaining(wanted));
    expect(used).toHaveLength(wanted.length);
  });

  it('is drawn back at an error of the function under its alias, and at answers of 500 and more', () => {
    for (const id of functions) {
      const group = Object(service.findResources('AWS::Lambda::Alias')[aliasOf(service, id)]).UpdatePolicy
        .CodeDeployLambdaAliasUpdate;
      const seen = watched(group.DeploymentGroupName.Ref);
      expect(seen.map(({ MetricName }: { MetricName: string }) => MetricName)).toEqual(['Errors', '5xx']);
      const resource = seen[0].Dimensions.find(({ Name }: { Name: string }) => Name === 'Resource');
      expect(resource.Value).toEqual({ 'Fn::Join': ['', [{ Ref: id }, ':live']] });
      expect(seen[0].Dimensions).toContainEqual({ Name: 'FunctionName', Value: { Ref: id } });
    }
  });

  it('tries the lifecycle’s new definition with a tenth of the executions, and is drawn back when they fail', () => {
    const [alias] = Object.values(resourcesOf(service, 'AWS::StepFunctions::StateMachineAlias'));
    const { Alarms, ...preference } = Object(alias?.Properties.DeploymentPreference);
    expect(preference).toMatchObject({ Type: 'CANARY', Percentage: 10, Interval: 5 });
    expect(Alarms.map(({ Ref }: { Ref: string }) => namesOfMetrics(alarms[Ref]?.Properties))).toEqual([
      ['ExecutionsFailed', 'ExecutionsFailed'],
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

  it('stays under 400 resources in a stack, and under 450 with everything that a stage can have (CloudFormation ends at 500)', () => {
    const count = (template: typeof service) => Object.keys(template.toJSON().Resources).length;
    expect(count(service)).toBeLessThan(400);
    const whole = { ...egressStage, ...frontStage, alarmEmail: 'operations@acme-saas.net' };
    expect(count(synthesize(whole, { canary: 'true' }).service)).toBeLessThan(450);
  });

  it('passes the AWS Solutions checks', () => {
    const { app } = buildApp(productionStage, { canary: 'true' });
    expect(new AwsSolutionsChecks(app).validateScope(app).violations).toEqual([]);
  });
});
