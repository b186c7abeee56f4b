import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { letChangeTable, letQueryIndex, letQueueRehearsals, letSealDomainKeys, letTakeMessages } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

const TIMEOUT = Duration.seconds(60);
/** Domains that one process plays side by side: the most that Lambda takes from a queue without a window. */
const BATCH_SIZE = 10;
/** Two are the least that a queue can be bound to. Test mode takes no more of the account's functions from live domains. */
const MOST_PROCESSES = 2;
/** Against messages that wait while the function is throttled, and come back meanwhile (Lambda guide, "SQS event sources"). */
const VISIBILITY_TIMEOUTS = 6;
const MOST_RECEIVES = 5;

const ENCRYPTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * Plays the domains of test mode: all steps in one function, which reaches nobody outside. What is lost here is played with the
 * next move of its organization's test clock.
 */
export class Rehearsal extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { stage, stateful }: { stage: Stage; stateful: StatefulStack }) {
    super(scope, id);
    const dead = new Queue(this, 'Dead', { ...ENCRYPTED, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Due', {
      ...ENCRYPTED,
      visibilityTimeout: Duration.seconds(TIMEOUT.toSeconds() * VISIBILITY_TIMEOUTS),
      deadLetterQueue: { queue: dead, maxReceiveCount: MOST_RECEIVES },
    });
    const play = new ServiceFunction(this, 'Rehearse', {
      stage,
      entry: 'lambdas/steps/rehearsal/rehearse.lambda.ts',
      description: 'Plays domains of test mode',
      timeout: TIMEOUT,
    });
    letChangeTable(play, stateful.table, { deletes: true });
    letQueryIndex(play, stateful.table, 'byDue');
    letQueryIndex(play, stateful.table, 'byScan');
    letSealDomainKeys(play, stateful.sealingKey);
    letQueueRehearsals(play, this.queue);
    letTakeMessages(play, this.queue);
    new EventSourceMapping(this, 'Play', {
      target: play.live,
      eventSourceArn: this.queue.queueArn,
      batchSize: BATCH_SIZE,
      reportBatchItemFailures: true,
      maxConcurrency: MOST_PROCESSES,
    });
    new RunbookAlarm(this, 'DeadAlarm', {
      section: 'rehearsals-dead',
      metric: dead.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
  }
}
