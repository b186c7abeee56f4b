import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { SENDER_SECONDS } from '../../contract/stack/timings.schema.ts';
import { visibilityTimeoutFor } from '../functions/wake-queue.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** Twice an attempt's maximum, so an attempt that begins late ends in the same invocation. */
export const SENDER_TIMEOUT = Duration.seconds(SENDER_SECONDS);
/** A message that crashed its sender so often will do it again. */
const MAX_RECEIVES = 5;

const PROTECTED: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
};

/**
 * Due deliveries, and the dead-letter queue of those the sender could not process. They survive with the stateful stack, because
 * a first attempt is stored nowhere else: after a redeployment the service finds its work waiting.
 */
export class DeliveryQueue extends Construct {
  readonly waiting: Queue;
  /** The same for receivers that are slow or do not answer. */
  readonly slow: Queue;
  readonly dead: Queue;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    // SQS counts from the first send: 14 days less the half hour or so until a delivery is given up.
    this.dead = new Queue(this, 'Dead', { ...PROTECTED, retentionPeriod: Duration.days(14) });
    const waiting: QueueProps = {
      ...PROTECTED,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: visibilityOf(stage),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MAX_RECEIVES },
    };
    this.waiting = new Queue(this, 'Waiting', waiting);
    this.slow = new Queue(this, 'Slow', waiting);
  }
}

function visibilityOf({ deliveryVisibilitySeconds }: Stage): Duration {
  return deliveryVisibilitySeconds === undefined
    ? visibilityTimeoutFor(SENDER_TIMEOUT)
    : Duration.seconds(deliveryVisibilitySeconds);
}
