import { Duration, Stack, Token, Validations } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import {
  grantAssumeRoles,
  grantConsumeMessages,
  grantOpenDomainKeys,
  grantQueryIndex,
  grantReadWriteTable,
  grantWakeAws,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { awsServersRole } from '../functions/service-role.ts';
import { WakeQueue } from '../functions/wake-queue.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

const TIMEOUT = Duration.seconds(45);
/** Each account and region has one worker at a time, so this is also the number of accounts worked on in parallel. */
const MAX_PROCESSES = 10;
const BATCH_SIZE = 10;
/** Longest delay after a lost message or before the retry of a failure. */
const WAKE_MINUTES = 1;
/** AWS takes one certificate import a second: 2,500 renewals at once take longer than half an hour. */
const BEHIND = Duration.hours(1);

export interface AwsServersProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/** Installs certificates at load balancers in integrators' AWS accounts. No other function reaches into those accounts. */
export class AwsServers extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { stage, stateful, waker }: AwsServersProps) {
    super(scope, id);
    this.queue = new WakeQueue(this, 'Wakes', TIMEOUT);
    const role = awsServersRole(this, stage);
    const work = new ServiceFunction(this, 'WorkAtAws', {
      stage,
      entry: 'lambdas/aws-servers/work-at-aws.lambda.ts',
      description:
        "Imports certificates into integrators' AWS accounts, attaches them to load balancers, and checks the accounts",
      timeout: TIMEOUT,
      // One chain of messages per account and region, until all work there is done.
      sendsToOwnQueue: true,
      opensPrivateKeys: true,
      roleName: role.name,
    });
    grantReadWriteTable(work, stateful.table, { queries: true, deletes: true });
    grantQueryIndex(work, stateful.table, 'byDue');
    grantOpenDomainKeys(work, stateful.sealingKey);
    grantConsumeMessages(work, this.queue);
    grantWakeAws(work, this.queue);
    grantAssumeRoles(work);
    work.setVariable('awsServersRoleArn', role.arn);
    new EventSourceMapping(this, 'Woken', {
      target: work.live,
      eventSourceArn: this.queue.queueArn,
      batchSize: BATCH_SIZE,
      maxConcurrency: MAX_PROCESSES,
      reportBatchItemFailures: true,
    });
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: work,
      description: "Searches for work in integrators' AWS accounts for which no message is under way",
      everyMinutes: WAKE_MINUTES,
    });
    new RunbookAlarm(this, 'BehindAlarm', {
      section: 'aws-servers-behind',
      metric: serviceMetric(stage, 'AwsWorkSeconds', { statistic: 'Maximum' }),
      threshold: BEHIND.toSeconds(),
    });
    const { partition } = Stack.of(this);
    Validations.of(work).acknowledge({
      // cdk-nag writes the partition as the template does: by its name, or by a reference.
      id: `AwsSolutions-IAM5[Resource::arn:${Token.isUnresolved(partition) ? '<AWS::Partition>' : partition}:iam::*:role/*]`,
      reason: 'Which role the service uses, each integrator says, and allows it by the role’s own trust policy.',
    });
  }
}
