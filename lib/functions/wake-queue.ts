import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** AWS advises six, because messages reappear while the function is throttled (Lambda guide, "SQS event sources"). */
const VISIBILITY_TIMEOUTS = 6;

/** Visibility time-out of the queue of a function with this time-out. */
export function visibilityTimeoutFor(timeout: Duration): Duration {
  return Duration.seconds(timeout.toSeconds() * VISIBILITY_TIMEOUTS);
}

/** Queue of messages that only wake a function. A schedule makes up for a lost one, so there is no dead-letter queue. */
export class WakeQueue extends Queue {
  constructor(scope: Construct, id: string, timeout: Duration) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.hours(1),
      visibilityTimeout: visibilityTimeoutFor(timeout),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'Its messages only wake: the schedule does what one would have that failed until it expired.',
    });
  }
}
