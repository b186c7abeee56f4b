import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DUE_SHARDS } from '../../contract/stack/table-shape.ts';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import { letChangeTable, letQueryIndex, letQueueScans, letReadSecret, letTakeMessages } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { visibilityFor } from '../functions/wake-queue.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** As long as it is until the next run, of five minutes: a shard, or a part of one, has nearly all of it for its visits. */
const TIMEOUT = Duration.minutes(5);
/**
 * What a run could not do is due still in the next: to be scanned twice in one run would only begin more renewals than its share.
 */
const MOST_RECEIVES = 1;

/** One may come late; that three in a row scanned no shard is no chance. */
const SILENT_RUNS = 3;
/** Of a day. At a whole one, visits are left out. */
const VISITS_BEHIND = 0.25;

export interface CertificateScanProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/** Searches on a schedule for certificates whose time has come: to be renewed, to be told of, over. */
export class CertificateScan extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful: { table, secret }, waker }: CertificateScanProps) {
    super(scope, id);
    // The next run does what a lost message would have: it need not outlive this stack.
    const shards = new Queue(this, 'Shards', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.hours(1),
      visibilityTimeout: visibilityFor(TIMEOUT),
      deadLetterQueue: { queue: this.#failed(), maxReceiveCount: MOST_RECEIVES },
    });
    this.#start(stage, waker, shards);
    const scan = new ServiceFunction(this, 'ScanShard', {
      stage,
      entry: 'lambdas/scan/scan-shard.lambda.ts',
      description: 'Begins renewals that are due, tells of certificates that end, and visits every domain twice a day',
      timeout: TIMEOUT,
      reachesCustomers: true,
    });
    letChangeTable(scan, table, { queries: true, deletes: true });
    letReadSecret(scan, secret);
    letQueryIndex(scan, table, 'byScan');
    letTakeMessages(scan, shards);
    this.#watch(stage);
    new EventSourceMapping(this, 'Due', {
      target: scan.live,
      eventSourceArn: shards.queueArn,
      batchSize: 1,
      // All of a run at once: with few domains each is over in a second.
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
      entry: 'lambdas/scan/start-scan.lambda.ts',
      description: 'Has each shard of the watched certificates scanned',
      timeout: Duration.seconds(30),
    });
    letQueueScans(start, shards);
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: start,
      description: 'Searches for certificates whose time has come',
      everyMinutes: stage.settings.scan.everyMinutes,
    });
  }
}
