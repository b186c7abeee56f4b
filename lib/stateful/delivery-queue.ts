import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { SENDER_SECONDS } from '../../contract/stack/timings.schema.ts';
import { visibilityFor } from '../functions/wake-queue.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** Twice what an attempt may take, so that one which begins late ends in the same invocation. */
export const SENDER_TIMEOUT = Duration.seconds(SENDER_SECONDS);
/** A message that killed its sender so often will do it again. */
const MOST_RECEIVES = 5;

const PROTECTED: QueueProps = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
};

/**
 * Deliveries that are due, and those that the sender could not deal with. They lie in the stateful stack and stay when it goes: a
 * first attempt is nowhere else but here, so a service that is deleted and deployed again finds its work waiting.
 */
export class DeliveryQueue extends Construct {
  readonly waiting: Queue;
  /** The same for receivers that take long, or do not answer. */
  readonly slow: Queue;
  readonly dead: Queue;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    // SQS counts from the first sending: 14 days less the half hour or so in which a delivery dies.
    this.dead = new Queue(this, 'Dead', { ...PROTECTED, retentionPeriod: Duration.days(14) });
    const waiting: QueueProps = {
      ...PROTECTED,
      retentionPeriod: Duration.days(4),
      visibilityTimeout: visibilityOf(stage),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIVES },
    };
    this.waiting = new Queue(this, 'Waiting', waiting);
    this.slow = new Queue(this, 'Slow', waiting);
  }
}

function visibilityOf({ deliveryVisibilitySeconds }: Stage): Duration {
  return deliveryVisibilitySeconds === undefined ? visibilityFor(SENDER_TIMEOUT) : Duration.seconds(deliveryVisibilitySeconds);
}
