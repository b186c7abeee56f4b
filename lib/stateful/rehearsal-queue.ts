import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { visibilityFor } from '../functions/wake-queue.ts';

/** Of whoever takes the messages. */
export const REHEARSAL_TIMEOUT = Duration.seconds(60);
const MOST_RECEIVES = 5;

const ENCRYPTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * Domains of test mode that are to be played, and those that could not be: an operator puts these back
 * (docs/operate/runbook-tickets.md). It is here because the other stack has as many resources as it may have.
 */
export class RehearsalQueue extends Construct {
  readonly due: Queue;
  readonly dead: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.dead = new Queue(this, 'Dead', { ...ENCRYPTED, retentionPeriod: Duration.days(14) });
    this.due = new Queue(this, 'Due', {
      ...ENCRYPTED,
      visibilityTimeout: visibilityFor(REHEARSAL_TIMEOUT),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIVES },
    });
  }
}
