import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Of whoever takes the messages. */
export const REHEARSAL_TIMEOUT = Duration.seconds(60);
/** Against messages that wait while the function is throttled, and come back meanwhile (Lambda guide, "SQS event sources"). */
const VISIBILITY_TIMEOUTS = 6;
const MOST_RECEIVES = 5;

const ENCRYPTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * Domains of test mode that are to be played, and those that could not be. What is lost here is played with the next move of its
 * organization's test clock. It is here because the other stack has as many resources as it may have.
 */
export class RehearsalQueue extends Construct {
  readonly due: Queue;
  readonly dead: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.dead = new Queue(this, 'Dead', { ...ENCRYPTED, retentionPeriod: Duration.days(14) });
    this.due = new Queue(this, 'Due', {
      ...ENCRYPTED,
      visibilityTimeout: Duration.seconds(REHEARSAL_TIMEOUT.toSeconds() * VISIBILITY_TIMEOUTS),
      deadLetterQueue: { queue: this.dead, maxReceiveCount: MOST_RECEIVES },
    });
  }
}
