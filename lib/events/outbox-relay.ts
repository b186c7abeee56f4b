import { type CfnElement, Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { OUTBOX_STREAM_FILTER } from '../../contract/stack/table-shape.ts';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { grantLogEvents, grantQueueDeliveries, grantQueueRehearsals, grantWakeAws, grantWakeZone } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { grantReadStream } from '../functions/table-stream.ts';
import type { LifecycleMachine } from '../lifecycle/lifecycle-machine.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { RelayFailureStore } from '../stateful/relay-failure-store.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';
import type { BaseTargetZone } from '../zone/base-target-zone.ts';

/**
 * Ten concurrent batches of this size start 250 executions, within the burst of StartExecution (800, or 1,300 in the largest
 * regions).
 */
const BATCH_SIZE = 25;
/** Half the stream's retention (24 h): while the relay is throttled, records are stored as failures before they expire. */
const MAX_RECORD_AGE = Duration.hours(12);

export interface OutboxRelayProps {
  stage: Stage;
  stateful: StatefulStack;
  machine: LifecycleMachine;
  zone: BaseTargetZone | undefined;
  /** Wakes the worker for integrators' AWS accounts. */
  aws: Queue;
}

/** Carries out what committed writes request. It is the only function that starts executions. */
export class OutboxRelay extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, machine, zone, aws }: OutboxRelayProps) {
    super(scope, id);
    const relay = new ServiceFunction(this, 'RelayOutbox', {
      stage,
      entry: 'lambdas/relay/relay-outbox.lambda.ts',
      description: 'Starts executions, logs events and queues deliveries, as committed writes asked',
      timeout: Duration.seconds(30),
    });
    grantLogEvents(relay, stateful.table);
    grantQueueDeliveries(relay, stateful.deliveries);
    grantQueueRehearsals(relay, stateful.rehearsals.due);
    if (zone) grantWakeZone(relay, zone.queue);
    grantWakeAws(relay, aws);
    relay.setVariable('stateMachineArn', machine.live.standard);
    relay.setVariable('expressMachineArn', machine.live.express);
    const resources = [machine.arn, machine.expressArn];
    relay.lambda.addToRolePolicy(new PolicyStatement({ actions: ['states:StartExecution'], resources }));
    this.#readStream(relay, stateful);
    this.#watch(relay, stateful.relayFailures);
    acknowledgeObjects(relay, stateful);
  }

  #readStream(relay: ServiceFunction, { table, relayFailures }: StatefulStack): void {
    const eventSourceArn = grantReadStream(relay, table);
    allowFailures(relay.lambda, relayFailures);
    new EventSourceMapping(this, 'Outbox', {
      target: relay.live,
      eventSourceArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [FilterCriteria.filter(OUTBOX_STREAM_FILTER)],
      batchSize: BATCH_SIZE,
      parallelizationFactor: 10,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 10,
      maxRecordAge: MAX_RECORD_AGE,
      onFailure: { bind: () => ({ destination: relayFailures.bucketArn }) },
    });
  }

  #watch(relay: ServiceFunction, { stored }: RelayFailureStore): void {
    new RunbookAlarm(this, 'BehindAlarm', {
      section: 'relay-behind',
      metric: relay.lambda.metric('IteratorAge', { period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: Duration.minutes(1).toMilliseconds(),
    });
    new RunbookAlarm(this, 'GaveUpAlarm', {
      section: 'relay-gave-up',
      metric: stored.metricApproximateNumberOfMessagesVisible({ period: ALARM_PERIOD, statistic: 'Maximum' }),
      threshold: 1,
    });
  }
}

/** Rights that Lambda needs for an S3 destination (Lambda guide, "Capturing records of ... invocations"): list and write. */
function allowFailures(relay: LambdaFunction, failures: Bucket): void {
  relay.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [failures.bucketArn] }));
  relay.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: [`${failures.bucketArn}/*`] }));
}

function acknowledgeObjects(relay: ServiceFunction, { relayFailures }: StatefulStack): void {
  const bucketId = Stack.of(relayFailures).getLogicalId(relayFailures.node.defaultChild as CfnElement);
  Validations.of(relay).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
    reason: 'Lambda names the objects that it writes.',
  });
}
