import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import {
  grantConsumeMessages,
  grantQueueDnsChecks,
  grantReadServiceSecret,
  grantReadWriteTable,
  grantSignSetupLinks,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { visibilityTimeoutFor } from '../functions/wake-queue.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';
import { STEP_TIMEOUT } from './lifecycle-steps.ts';

/** The largest batch that Lambda takes from a queue without a batching window. Its domains are checked concurrently. */
const BATCH_SIZE = 10;
/** 200 checks at once: of 100,000 waiting domains, 333 are due in a second, and a check takes some tenths of it. */
const MAX_PROCESSES = 20;
/** Five hours of retries. The sweep notices a lost check only hours later (lambdas/lifecycle/pace.ts). */
const MAX_RECEIVES = 100;
/**
 * Five minutes more than the longest delay of a message: AWS does not say whether the age of the oldest message includes its
 * delay.
 */
const BEHIND = Duration.minutes(20);

const ENCRYPTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export interface DnsWatchProps {
  stage: Stage;
  stateful: StatefulStack;
}

/**
 * Checks domains every five minutes whose CNAME was missing in the first hour. Losing a message, or even the queue, loses only
 * the next check: the sweep restarts a domain that misses its deadline, and all of them at a new epoch.
 */
export class DnsWatch extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { stage, stateful }: DnsWatchProps) {
    super(scope, id);
    const dead = new Queue(this, 'Dead', { ...ENCRYPTED, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Awaited', {
      ...ENCRYPTED,
      visibilityTimeout: visibilityTimeoutFor(STEP_TIMEOUT),
      deadLetterQueue: { queue: dead, maxReceiveCount: MAX_RECEIVES },
    });
    this.#watch(stage, stateful);
    this.#alarm(dead);
  }

  #alarm(dead: Queue): void {
    new RunbookAlarm(this, 'DeadAlarm', {
      section: 'dns-looks-dead',
      metric: dead.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
    new RunbookAlarm(this, 'BehindAlarm', {
      section: 'dns-looks-behind',
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: BEHIND.toSeconds(),
      periods: 3,
    });
  }

  #watch(stage: Stage, { table, secret, domainConnectKey }: StatefulStack): void {
    const watch = new ServiceFunction(this, 'WatchDns', {
      stage,
      entry: 'lambdas/steps/dns/watch-dns.lambda.ts',
      description: 'Looks again whether the CNAME passes the label',
      timeout: STEP_TIMEOUT,
      reachesCustomers: true,
      // One chain of messages: a check every five minutes until the DNS window ends.
      sendsToOwnQueue: true,
    });
    grantReadWriteTable(watch, table);
    grantReadServiceSecret(watch, secret);
    grantSignSetupLinks(watch, domainConnectKey);
    grantQueueDnsChecks(watch, this.queue);
    grantConsumeMessages(watch, this.queue);
    new EventSourceMapping(this, 'Due', {
      target: watch.live,
      eventSourceArn: this.queue.queueArn,
      batchSize: BATCH_SIZE,
      reportBatchItemFailures: true,
      maxConcurrency: Math.max(2, stage.stepConcurrency ?? MAX_PROCESSES),
    });
  }
}
