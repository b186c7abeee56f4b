import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DUE_SHARDS } from '../../contract/stack/table-shape.ts';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import {
  grantConsumeMessages,
  grantQueryIndex,
  grantQueueScans,
  grantReadServiceSecret,
  grantReadWriteTable,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { visibilityTimeoutFor } from '../functions/wake-queue.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** The time until the next run, every five minutes: a shard, or a part of one, can use nearly all of it for its visits. */
const TIMEOUT = Duration.minutes(5);
/**
 * The next run finds what a failed one has left due. A second scan within a run would only start more renewals than its share.
 */
const MAX_RECEIVES = 1;

/** A single run may be late. Three in a row that scanned no shard are no coincidence. */
const SILENT_RUNS = 3;
/** In days. At a whole day, visits are skipped. */
const VISITS_BEHIND = 0.25;

export interface CertificateScanProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/** Scans on a schedule for certificates that are due for renewal, due for a notice, or expired. */
export class CertificateScan extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful: { table, secret }, waker }: CertificateScanProps) {
    super(scope, id);
    // The next run makes up for a lost message, so the queue need not outlive this stack.
    const shards = new Queue(this, 'Shards', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.hours(1),
      visibilityTimeout: visibilityTimeoutFor(TIMEOUT),
      deadLetterQueue: { queue: this.#failed(), maxReceiveCount: MAX_RECEIVES },
    });
    this.#start(stage, waker, shards);
    const scan = new ServiceFunction(this, 'ScanShard', {
      stage,
      entry: 'lambdas/renewal-scan/scan-shard.lambda.ts',
      description: 'Begins renewals that are due, tells of certificates that end, and visits every domain twice a day',
      timeout: TIMEOUT,
      reachesCustomers: true,
    });
    grantReadWriteTable(scan, table, { queries: true, deletes: true });
    grantReadServiceSecret(scan, secret);
    grantQueryIndex(scan, table, 'byScan');
    grantConsumeMessages(scan, shards);
    this.#watch(stage);
    new EventSourceMapping(this, 'Due', {
      target: scan.live,
      eventSourceArn: shards.queueArn,
      batchSize: 1,
      // All shards of a run at once. With few domains each takes less than a second.
      maxConcurrency: DUE_SHARDS * (stage.settings.scan.parts ?? 1),
    });
  }

  #watch(stage: Stage): void {
    const { everyMinutes } = stage.settings.scan;
    const inAScan = Duration.minutes(Math.max(5, everyMinutes));
    new RunbookAlarm(this, 'OverdueAlarm', {
      section: 'renewals-overdue',
      metric: serviceMetric(stage, 'OldestDueSeconds', {
        period: inAScan,
        statistic: 'Maximum',
      }),
      threshold: Duration.days(1).toSeconds(),
      firesWithoutData: true,
      periods: SILENT_RUNS,
    });
    new RunbookAlarm(this, 'VisitsAlarm', {
      section: 'visits-behind',
      metric: serviceMetric(stage, 'VisitLagSeconds', { period: inAScan, statistic: 'Maximum' }),
      threshold: VISITS_BEHIND * stage.settings.timings.watchDaySeconds,
    });
  }

  #failed(): Queue {
    const failed = new Queue(this, 'Failed', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    new RunbookAlarm(this, 'FailedAlarm', {
      section: 'scan-failed',
      metric: failed.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
    return failed;
  }

  #start(stage: Stage, waker: Waker, shards: Queue): void {
    const start = new ServiceFunction(this, 'StartScan', {
      stage,
      entry: 'lambdas/renewal-scan/start-scan.lambda.ts',
      description: 'Has each shard of the watched certificates scanned',
      timeout: Duration.seconds(30),
    });
    grantQueueScans(start, shards);
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: start,
      description: 'Searches for certificates whose time has come',
      everyMinutes: stage.settings.scan.everyMinutes,
    });
  }
}
