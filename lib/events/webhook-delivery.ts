import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import {
  letChangeTable,
  letOpenWebhookSecrets,
  letQueryIndex,
  letQueueDeliveries,
  letTakeMessages,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { SENDER_TIMEOUT } from '../stateful/delivery-queue.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** What Lambda takes from a queue without a window that it would wait for more. */
const BATCH_SIZE = 10;
/** Five minutes over the longest delay of a message: AWS does not say whether the age of the oldest counts it. */
const BEHIND = Duration.minutes(20);

export interface WebhookDeliveryProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/**
 * Sends what is due to webhooks: attempts from the queue, and every minute those that wait in the table longer than a queue
 * delays.
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
      entry: 'lambdas/sender/deliver.lambda.ts',
      description: 'Sends events to webhooks',
      timeout: SENDER_TIMEOUT,
      reachesCustomers: true,
      // In one chain of messages: an attempt comes again at most six times for want of room (sender/retry-policy.ts), once to
      // change lanes and once behind a sender that died, and a series has as many attempts as the stage has pauses, and one: 8 x
      // 9 = 72 with the specification's.
      feedsItself: true,
    });
    letChangeTable(deliver, table, { deletes: true });
    letOpenWebhookSecrets(deliver, sealingKey);
    letQueueDeliveries(deliver, deliveries);
    const { concurrency, slowConcurrency } = stage.settings.webhooks;
    this.#take('Due', deliver, deliveries.waiting, concurrency);
    this.#take('DueSlowly', deliver, deliveries.slow, slowConcurrency);
  }

  #take(id: string, deliver: ServiceFunction, queue: Queue, maxConcurrency: number): void {
    letTakeMessages(deliver, queue);
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
      entry: 'lambdas/sender/move-due-deliveries.lambda.ts',
      description: 'Queues the deliveries that are due',
      // Until the next one is woken.
      timeout: Duration.minutes(1),
    });
    letChangeTable(move, table);
    letQueryIndex(move, table, 'byDue');
    letQueueDeliveries(move, deliveries);
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: move,
      description: 'Queues deliveries whose time has come',
      everyMinutes: 1,
      pagesWhenSilent: true,
    });
  }

  /** Here and not beside the queues: this stack sends its alarms to the topic of the stage. */
  #watch({ deliveries: { waiting, dead } }: StatefulStack): void {
    // Not of the slow lane: those that wait there wait for their receivers.
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
