import { Aws, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CfnStateMachineAlias,
  CfnStateMachineVersion,
  DefinitionBody,
  LogLevel,
  StateMachine,
  StateMachineType,
  StateTransitionMetric,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import { ALARM_PERIOD, failureRate, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { accountServicePrincipal } from '../functions/account-service-principal.ts';
import { LIVE_ALIAS } from '../functions/service-function.ts';
import { ServiceLogGroup } from '../functions/service-log-group.ts';
import { ServiceRole } from '../functions/service-role.ts';
import type { CanaryMinutes } from '../stage/canary.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { type Definition, expressDefinition, lifecycleDefinition } from './lifecycle-definition.ts';
import type { LifecycleSteps } from './lifecycle-steps.ts';

export interface LifecycleMachineProps {
  stage: Stage;
  steps: LifecycleSteps;
  canary: CanaryMinutes | undefined;
}

/**
 * Runs the steps of a domain, one execution per attempt. Everything else is in the domain's row. Two state machines have the same
 * steps: work that usually takes minutes is an Express execution.
 */
export class LifecycleMachine extends Construct {
  /**
   * ARN of the Standard machine, whatever version an execution runs. Rules and rights name it, and execution names are unique in
   * it.
   */
  readonly arn: string;
  readonly expressArn: string;
  /**
   * ARNs of the aliases, which start executions. An execution started by the machine's own name seconds after an update may still
   * follow the old definition.
   */
  readonly live: { standard: string; express: string };
  readonly failed: RunbookAlarm;
  readonly #props: LifecycleMachineProps;
  readonly #logs: ServiceLogGroup;

  constructor(scope: Construct, id: string, props: LifecycleMachineProps) {
    super(scope, id);
    this.#props = props;
    this.#logs = new ServiceLogGroup(this, 'Logs', props.stage, 'lifecycle-machine');
    const { stage, steps } = props;
    const byStep = Object.fromEntries(STEP_NAMES.map((name) => [name, steps.byName[name].live.functionArn]));
    const functionArns = byStep as Record<StepName, string>;
    const { timings } = stage.settings;
    const role = new ServiceRole(this, 'Role', accountServicePrincipal(this, 'states'));
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(functionArns) }));
    const machine = this.#machine('Machine', role, lifecycleDefinition(Aws.PARTITION, functionArns, timings));
    this.arn = machine.stateMachineArn;

    const expressRole = new ServiceRole(this, 'ExpressRole', accountServicePrincipal(this, 'states'));
    expressRole.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(functionArns) }));
    expressRole.addToPolicy(new PolicyStatement({ actions: ['states:StartExecution'], resources: [this.arn] }));
    const definition = expressDefinition(Aws.PARTITION, functionArns, timings, this.arn);
    const express = this.#machine('ExpressMachine', expressRole, definition, StateMachineType.EXPRESS);
    this.expressArn = express.stateMachineArn;

    const inAPeriod = { period: ALARM_PERIOD, statistic: 'Sum' };
    const machines = [machine, express];
    this.failed = new RunbookAlarm(this, 'FailedAlarm', {
      section: 'executions-failed',
      metric: failureRate(
        machines.flatMap((one) => [one.metricFailed(inAPeriod), one.metricTimedOut(inAPeriod)]),
        { succeeded: machines.map((one) => one.metricSucceeded(inAPeriod)), fewest: 5 },
      ),
      threshold: 5,
    });
    new RunbookAlarm(this, 'ThrottledAlarm', {
      section: 'executions-throttled',
      // Counts all state machines of the account, which share one quota. Express executions have none.
      metric: StateTransitionMetric.metricThrottledEvents(inAPeriod),
      threshold: 1,
      periods: 3,
    });
    this.live = { standard: this.#publish('', machine), express: this.#publish('Express', express) };
  }

  #machine(id: string, role: ServiceRole, definition: Definition, stateMachineType = StateMachineType.STANDARD): StateMachine {
    const machine = new StateMachine(this, id, {
      stateMachineType,
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition)),
      role,
      logs: { destination: this.#logs, level: LogLevel.ERROR, includeExecutionData: false },
      tracingEnabled: true,
    });
    acknowledge(machine, role);
    return machine;
  }

  /**
   * Publishes a version for each definition and points the alias to the newest. Steps are called by aliases of their own, which
   * executions of every version follow. Returns the alias.
   */
  #publish(prefix: string, { stateMachineArn, stateMachineRevisionId }: StateMachine): string {
    const { stage, canary } = this.#props;
    if (isEmulated(stage)) return stateMachineArn;
    const version = new CfnStateMachineVersion(this, `${prefix}Version`, { stateMachineArn, stateMachineRevisionId });
    // A rolled-back update points the alias to the previous version, which must still exist.
    version.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const alias = new CfnStateMachineAlias(this, `${prefix}Live`, {
      name: LIVE_ALIAS,
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

function acknowledge(machine: StateMachine, role: ServiceRole): void {
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
