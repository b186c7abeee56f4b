import { Aws, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import {
  CfnStateMachineAlias,
  CfnStateMachineVersion,
  DefinitionBody,
  LogLevel,
  StateMachine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import { ALARM_PERIOD, failureRate, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { ownService } from '../functions/own-service.ts';
import { LIVE } from '../functions/service-function.ts';
import { ServiceLogGroup } from '../functions/service-log-group.ts';
import { ServiceRole } from '../functions/service-role.ts';
import type { CanaryMinutes } from '../stage/canary.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { lifecycleDefinition } from './lifecycle-definition.ts';
import type { LifecycleSteps } from './lifecycle-steps.ts';

export interface LifecycleMachineProps {
  stage: Stage;
  steps: LifecycleSteps;
  canary: CanaryMinutes | undefined;
}

/** Knows whose turn it is, one execution for each attempt of a domain; all else is in the domain's row. */
export class LifecycleMachine extends Construct {
  /**
   * Of the machine, whatever version an execution runs: rules and rights name it so, and the names of executions are unique in
   * it.
   */
  readonly arn: string;
  /** Executions are started by it: by the name alone, one started seconds after an update may still follow the old definition. */
  readonly liveArn: string;
  readonly failed: RunbookAlarm;

  constructor(scope: Construct, id: string, { stage, steps, canary }: LifecycleMachineProps) {
    super(scope, id);
    const functionArns = Object.fromEntries(STEP_NAMES.map((name) => [name, steps.byName[name].live.functionArn]));
    const definition = lifecycleDefinition(Aws.PARTITION, functionArns as Record<StepName, string>, stage.settings.timings);
    const role = new ServiceRole(this, 'Role', ownService(this, 'states'));
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
    const inAPeriod = { period: ALARM_PERIOD, statistic: 'Sum' };
    const broken = [machine.metricFailed(inAPeriod), machine.metricTimedOut(inAPeriod)];
    this.failed = new RunbookAlarm(this, 'FailedAlarm', {
      section: 'executions-failed',
      metric: failureRate(broken, { succeeded: machine.metricSucceeded(inAPeriod), fewest: 5 }),
      threshold: 5,
    });
    new RunbookAlarm(this, 'ThrottledAlarm', {
      section: 'executions-throttled',
      metric: machine.metricThrottled(inAPeriod),
      threshold: 1,
      periods: 3,
    });
    this.liveArn = isEmulated(stage) ? machine.stateMachineArn : this.#publish(machine, canary);
    acknowledge(machine, role);
  }

  /**
   * A version for each definition, and the alias on the newest. The steps are called by aliases of their own, which executions of
   * every version follow.
   */
  #publish({ stateMachineArn, stateMachineRevisionId }: StateMachine, canary: CanaryMinutes | undefined): string {
    const version = new CfnStateMachineVersion(this, 'Version', { stateMachineArn, stateMachineRevisionId });
    // The alias goes back to the version before, if the update is undone.
    version.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const alias = new CfnStateMachineAlias(this, 'Live', {
      name: LIVE,
      deploymentPreference: {
        stateMachineVersionArn: version.ref,
        ...(canary === undefined
          ? { type: 'ALL_AT_ONCE' }
          : { type: 'CANARY', percentage: 10, interval: canary, alarms: [this.failed.alarmName] }),
      },
    });
    return alias.ref;
  }
}

function acknowledge(machine: StateMachine, role: Role): void {
  Validations.of(machine).acknowledge({
    id: 'AwsSolutions-SF1',
    reason: 'An hour of waiting for DNS is 13 looks: logged in full they say what the timeline says already. Errors are logged.',
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'Log delivery (logs:CreateLogDelivery and its kin) and X-Ray take no narrower resource (Step Functions guide, "Logging" and "X-Ray").',
  });
}
