import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { UndeliveredQueue } from '../alarms/undelivered-queue.ts';
import { grantReadWriteTable } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';
import type { LifecycleMachine } from './lifecycle-machine.ts';

export interface FailureRestartProps {
  stage: Stage;
  stateful: StatefulStack;
  machine: LifecycleMachine;
}

/** Restarts a domain at once after its execution failed. The sweep would do so only when the domain is overdue. */
export class FailureRestart extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, machine }: FailureRestartProps) {
    super(scope, id);
    const restart = new ServiceFunction(this, 'RestartFailed', {
      stage,
      entry: 'lambdas/jobs/restart/restart-failed.lambda.ts',
      description: 'Starts a new attempt for a domain whose execution failed, timed out or was stopped',
      timeout: Duration.seconds(30),
    });
    grantReadWriteTable(restart, stateful.table);
    const undelivered = new UndeliveredQueue(this, 'Undelivered', 'restart-failed');
    restart.sendFailuresTo(undelivered);
    new Rule(this, 'Broken', {
      description: 'Lifecycle executions that ended without an outcome',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [machine.arn], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      targets: [
        new LambdaFunction(restart.live, {
          deadLetterQueue: undelivered,
          maxEventAge: Duration.hours(1),
          retryAttempts: 20,
        }),
      ],
    });
  }
}
