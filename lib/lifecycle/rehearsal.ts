import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import {
  grantConsumeMessages,
  grantQueryIndex,
  grantQueueRehearsals,
  grantReadWriteTable,
  grantSealDomainKeys,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { REHEARSAL_TIMEOUT } from '../stateful/rehearsal-queue.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** Domains that a process plays concurrently: the largest batch that Lambda takes from a queue without a batching window. */
const BATCH_SIZE = 10;
/** The minimum for an SQS event source. Test mode must not take more concurrency from live domains. */
const MAX_PROCESSES = 2;

/** Plays test-mode domains: all steps in one function, without any connection to the outside. */
export class Rehearsal extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful }: { stage: Stage; stateful: StatefulStack }) {
    super(scope, id);
    const { due, dead } = stateful.rehearsals;
    const play = new ServiceFunction(this, 'Rehearse', {
      stage,
      entry: 'lambdas/steps/test-mode/rehearse.lambda.ts',
      description: 'Plays domains of test mode',
      timeout: REHEARSAL_TIMEOUT,
    });
    grantReadWriteTable(play, stateful.table, { queries: true, deletes: true });
    grantQueryIndex(play, stateful.table, 'byDue');
    grantQueryIndex(play, stateful.table, 'byScan');
    grantSealDomainKeys(play, stateful.sealingKey);
    grantQueueRehearsals(play, due);
    grantConsumeMessages(play, due);
    new EventSourceMapping(this, 'Play', {
      target: play.live,
      eventSourceArn: due.queueArn,
      batchSize: BATCH_SIZE,
      reportBatchItemFailures: true,
      maxConcurrency: MAX_PROCESSES,
    });
    new RunbookAlarm(this, 'DeadAlarm', {
      section: 'rehearsals-dead',
      metric: dead.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
  }
}
