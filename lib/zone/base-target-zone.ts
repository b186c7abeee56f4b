import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import {
  grantBatchGet,
  grantConsumeMessages,
  grantQueryIndex,
  grantReadWriteTable,
  grantWakeZone,
  grantWriteZone,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { WakeQueue } from '../functions/wake-queue.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

const TIMEOUT = Duration.seconds(45);
/** The minimum for an SQS event source. A second process finds the zone's lease held and ends. */
const MAX_PROCESSES = 2;
const BATCH_SIZE = 10;
/** Longest delay after a lost message. */
const WAKE_MINUTES = 5;
/** An address is served everywhere after a minute. */
const BEHIND = Duration.minutes(15);

export interface BaseTargetZoneProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
  hostedZoneId: string;
  addresses?: readonly string[] | undefined;
}

/** Writes the servers' addresses into the base target's zone. */
export class BaseTargetZone extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { stage, stateful: { table }, waker, hostedZoneId, addresses }: BaseTargetZoneProps) {
    super(scope, id);
    this.queue = new WakeQueue(this, 'Wakes', TIMEOUT);
    const publish = new ServiceFunction(this, 'PublishZone', {
      stage,
      entry: 'lambdas/route53-publisher/publish-zone.lambda.ts',
      description: 'Writes the addresses of servers into the zone of the base target',
      timeout: TIMEOUT,
      // One chain of messages: while a change is pending, and until the last label has its records.
      sendsToOwnQueue: true,
    });
    grantReadWriteTable(publish, table, { queries: true, deletes: true });
    grantBatchGet(publish, table);
    grantQueryIndex(publish, table, 'byDue');
    grantConsumeMessages(publish, this.queue);
    grantWakeZone(publish, this.queue);
    grantWriteZone(publish, hostedZoneId, stage.settings);
    publish.setVariable('defaultAddresses', (addresses ?? []).join());
    new EventSourceMapping(this, 'Changed', {
      target: publish.live,
      eventSourceArn: this.queue.queueArn,
      batchSize: BATCH_SIZE,
      maxConcurrency: MAX_PROCESSES,
    });
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: publish,
      description: 'Compares the zone of the base target with the addresses of servers',
      everyMinutes: WAKE_MINUTES,
    });
    new RunbookAlarm(this, 'BehindAlarm', {
      section: 'zone-behind',
      metric: serviceMetric(stage, 'ZoneOldestDueSeconds', { statistic: 'Maximum' }),
      threshold: BEHIND.toSeconds(),
    });
  }
}
