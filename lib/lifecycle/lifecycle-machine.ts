import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { STEP_NAMES, type StepName } from '../../lambdas/shared/contract/steps.ts';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { ServiceLogGroup } from '../functions/service-log-group.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { lifecycleDefinition } from './lifecycle-definition.ts';
import type { LifecycleSteps } from './lifecycle-steps.ts';

export interface LifecycleMachineProps {
  stage: Stage;
  steps: LifecycleSteps;
}

/** Knows whose turn it is, one execution for each attempt of a domain; all else is in the domain's row. */
export class LifecycleMachine extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { stage, steps }: LifecycleMachineProps) {
    super(scope, id);
    const functionArns = Object.fromEntries(STEP_NAMES.map((name) => [name, steps.byName[name].lambda.functionArn]));
    const definition = lifecycleDefinition(Aws.PARTITION, functionArns as Record<StepName, string>, stage.settings.timings);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(functionArns) }));
    const machine = new StateMachine(this, 'Machine', {
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition)),
      role,
      logs: {
        destination: new ServiceLogGroup(this, 'Logs', stage, 'lifecycle-machine'),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
      tracingEnabled: true,
    });
    this.arn = machine.stateMachineArn;
    new RunbookAlarm(this, 'FailedAlarm', {
      section: 'executions-failed',
      metric: machine.metricFailed({ period: ALARM_PERIOD, statistic: 'Sum' }),
      threshold: 5,
    });
    acknowledge(machine, role);
  }
}

function acknowledge(machine: StateMachine, role: Role): void {
  Validations.of(machine).acknowledge({
    id: 'AwsSolutions-SF1',
    reason: 'A day of waiting for DNS is 288 looks: logged in full they say what the timeline says already. Errors are logged.',
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'Log delivery (logs:CreateLogDelivery and its kin) and X-Ray take no narrower resource (Step Functions guide, "Logging" and "X-Ray").',
  });
}
