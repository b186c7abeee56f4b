import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm, type RunbookSection } from './runbook-alarm.ts';

/**
 * Dead-letter queue with an alarm: what EventBridge could not deliver, and what failed at every attempt. It retains messages as
 * long as SQS can.
 */
export class UndeliveredQueue extends Queue {
  constructor(scope: Construct, id: string, section: RunbookSection) {
    super(scope, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) });
    new RunbookAlarm(this, 'Alarm', {
      section,
      metric: this.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
  }
}
