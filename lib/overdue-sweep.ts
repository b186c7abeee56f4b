import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { letChangeTable, letQueryIndex } from './grants.ts';
import { ServiceFunction } from './service-function.ts';
import type { Stage } from './stage.schema.ts';
import type { StatefulStack } from './stateful-stack.ts';
import { UndeliveredQueue } from './undelivered-queue.ts';

export interface OverdueSweepProps {
  stage: Stage;
  stateful: StatefulStack;
}

/** Searches for forgotten domains on a schedule. A queue with an alarm takes each start that the scheduler could not deliver. */
export class OverdueSweep extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful }: OverdueSweepProps) {
    super(scope, id);
    const sweep = new ServiceFunction(this, 'SweepOverdue', {
      stage,
      entry: 'lambdas/lifecycle/sweep-overdue.lambda.ts',
      description: 'Starts a new attempt for every domain that is past its due time',
      timeout: Duration.minutes(5),
    });
    letChangeTable(sweep, stateful.table);
    letQueryIndex(sweep, stateful.table, 'byDue');
    this.#wake(sweep, stage.sweepIntervalMinutes);
  }

  #wake({ lambda }: ServiceFunction, minutes: number): void {
    const undelivered = new UndeliveredQueue(this, 'Undelivered', 'sweep-not-started');
    const role = new Role(this, 'SchedulerRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
      inlinePolicies: {
        wake: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [lambda.functionArn] }),
            new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [undelivered.queueArn] }),
          ],
        }),
      },
    });
    new CfnSchedule(this, 'Schedule', {
      description: 'Searches for domains that are past their due time',
      scheduleExpression: minutes === 1 ? 'rate(1 minute)' : `rate(${minutes} minutes)`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: lambda.functionArn,
        roleArn: role.roleArn,
        // The next wake-up does the work of one that comes later than this.
        retryPolicy: { maximumEventAgeInSeconds: minutes * 60, maximumRetryAttempts: 3 },
        deadLetterConfig: { arn: undelivered.queueArn },
      },
    });
  }
}
