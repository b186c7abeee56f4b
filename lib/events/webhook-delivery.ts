import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import {
  grantConsumeMessages,
  grantOpenWebhookSecrets,
  grantQueryIndex,
  grantQueueDeliveries,
  grantReadWriteTable,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { SENDER_TIMEOUT } from '../stateful/delivery-queue.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** The largest batch that Lambda takes from a queue without a batching window. */
const BATCH_SIZE = 10;
/**
 * Five minutes more than the longest delay of a message: AWS does not say whether the age of the oldest message includes its
 * delay.
 */
const BEHIND = Duration.minutes(20);

export interface WebhookDeliveryProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/**
 * Sends due webhook deliveries: attempts from the queue, and every minute those that wait in the table longer than a queue can
 * delay.
 */
export class WebhookDelivery extends Construct {
  constructor(scope: Construct, id: string, props: WebhookDeliveryProps) {
    super(scope, id);
    this.#send(props);
    this.#move(props);
    this.#watch(props.stateful);
  }

  #send({ stage, stateful: { table, sealingKey, deliveries } }: WebhookDeliveryProps): void {
    const deliver = new ServiceFunction(this, 'Deliver', {
      stage,
      entry: 'lambdas/webhook-sender/deliver.lambda.ts',
      description: 'Sends events to webhooks',
      timeout: SENDER_TIMEOUT,
      reachesCustomers: true,
      // One chain of messages. An attempt returns at most six times for lack of capacity (webhook-sender/retry-policy.ts), once
      // to change lanes and once after a crashed sender. A series has one attempt more than the stage has pauses: 8 x 9 = 72 with
      // the specification's.
      sendsToOwnQueue: true,
    });
    grantReadWriteTable(deliver, table, { deletes: true });
    grantOpenWebhookSecrets(deliver, sealingKey);
    grantQueueDeliveries(deliver, deliveries);
    const { concurrency, slowConcurrency } = stage.settings.webhooks;
    this.#take('Due', deliver, deliveries.waiting, concurrency);
    this.#take('DueSlowly', deliver, deliveries.slow, slowConcurrency);
  }

  #take(id: string, deliver: ServiceFunction, queue: Queue, maxConcurrency: number): void {
    grantConsumeMessages(deliver, queue);
    new EventSourceMapping(this, id, {
      target: deliver.live,
      eventSourceArn: queue.queueArn,
      batchSize: BATCH_SIZE,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
  }

  #move({ stage, stateful: { table, deliveries }, waker }: WebhookDeliveryProps): void {
    const move = new ServiceFunction(this, 'MoveDueDeliveries', {
      stage,
      entry: 'lambdas/webhook-sender/move-due-deliveries.lambda.ts',
      description: 'Queues the deliveries that are due',
      // Until the next wake-up.
      timeout: Duration.minutes(1),
    });
    grantReadWriteTable(move, table);
    grantQueryIndex(move, table, 'byDue');
    grantQueueDeliveries(move, deliveries);
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: move,
      description: 'Queues deliveries whose time has come',
      everyMinutes: 1,
      pagesWhenSilent: true,
    });
  }

  /** Here and not beside the queues, because this stack sends its alarms to the stage's topic. */
  #watch({ deliveries: { waiting, dead } }: StatefulStack): void {
    // Only the normal lane: in the slow lane, deliveries wait for their receivers.
    new RunbookAlarm(this, 'BehindAlarm', {
      section: 'deliveries-behind',
      metric: waiting.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: BEHIND.toSeconds(),
      periods: 3,
    });
    new RunbookAlarm(this, 'DeadAlarm', {
      section: 'deliveries-dead',
      metric: dead.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
  }
}
