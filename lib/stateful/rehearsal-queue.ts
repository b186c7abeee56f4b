import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { visibilityTimeoutFor } from '../functions/wake-queue.ts';

/** Time-out of the queue's consumer. */
export const REHEARSAL_TIMEOUT = Duration.seconds(60);
const MAX_RECEIVES = 5;

const ENCRYPTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * Test-mode domains to play, and those that failed: an operator redrives them (docs/operate/runbook-tickets.md). It is in this
 * stack because the service stack has reached its resource limit.
 */
export class RehearsalQueue extends Construct {
  readonly due: Queue;
  readonly dead: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.dead = new Queue(this, 'Dead', { ...ENCRYPTED, retentionPeriod: Duration.days(14) });
    this.due = new Queue(this, 'Due', {
      ...ENCRYPTED,
      visibilityTimeout: visibilityTimeoutFor(REHEARSAL_TIMEOUT),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MAX_RECEIVES },
    });
  }
}
