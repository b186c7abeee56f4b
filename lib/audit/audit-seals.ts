import { type CfnElement, Duration, Stack, Validations } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { AUDIT_STREAM_FILTER } from '../../contract/stack/table-shape.ts';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import { grantAddSeals, grantReadSeals, grantSignAudit } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { grantReadStream } from '../functions/table-stream.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** A seal of many entries costs as much as a seal of one. This is the batch's maximum. */
const BATCH_SIZE = 100;
const BATCH_WINDOW = Duration.seconds(20);
/** The verification allows 15 minutes, so the alarm fires before the verification reports an entry. */
const BEHIND = Duration.minutes(5);

export interface AuditSealsProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/** Chains the audit's entries, and signs the heads of the chains once a day. No function that writes entries does either. */
export class AuditSeals extends Construct {
  constructor(scope: Construct, id: string, props: AuditSealsProps) {
    super(scope, id);
    this.#seal(props);
    this.#sign(props);
    // Covers all functions. The log says which one it was.
    new RunbookAlarm(this, 'RefusedAlarm', {
      section: 'audit-write-refused',
      metric: serviceMetric(props.stage, 'AuditWritesRefused', { statistic: 'Sum' }),
      threshold: 1,
    });
  }

  #seal({ stage, stateful }: AuditSealsProps): void {
    const seal = new ServiceFunction(this, 'SealEntries', {
      stage,
      entry: 'lambdas/audit-chain/seal-entries.lambda.ts',
      description: 'Chains new entries of the audit by their hashes',
      timeout: Duration.seconds(30),
    });
    grantAddSeals(seal, stateful.table);
    new EventSourceMapping(this, 'Entries', {
      target: seal.live,
      eventSourceArn: grantReadStream(seal, stateful.table),
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [FilterCriteria.filter(AUDIT_STREAM_FILTER)],
      batchSize: BATCH_SIZE,
      maxBatchingWindow: BATCH_WINDOW,
      reportBatchItemFailures: true,
      // The stream itself drops an entry after a day. Retry until then, because nothing else would deliver it again.
    });
    new RunbookAlarm(this, 'BehindAlarm', {
      section: 'seals-behind',
      metric: seal.lambda.metric('IteratorAge', { period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: BEHIND.toMilliseconds(),
    });
  }

  #sign({ stage, stateful, waker }: AuditSealsProps): void {
    const sign = new ServiceFunction(this, 'SignDays', {
      stage,
      entry: 'lambdas/audit-chain/sign-days.lambda.ts',
      description: 'Signs the heads of the audit, a day at a time',
      timeout: Duration.minutes(5),
    });
    grantReadSeals(sign, stateful.table);
    grantSignAudit(sign, stateful.auditSignatures);
    const { bucket } = stateful.auditSignatures;
    const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement);
    Validations.of(sign).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/days/*]`,
      reason: 'A day is an object of its own.',
    });
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: sign,
      description: 'Looks for days whose audit is to be signed',
      everyMinutes: stage.sweepIntervalMinutes,
    });
  }
}
