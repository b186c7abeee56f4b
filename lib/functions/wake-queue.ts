import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Against messages that wait while the function is throttled, and come back meanwhile (Lambda guide, "SQS event sources"). */
const VISIBILITY_TIMEOUTS = 6;

/** How long a message is hidden that a function with this time-out has taken. */
export function visibilityFor(timeout: Duration): Duration {
  return Duration.seconds(timeout.toSeconds() * VISIBILITY_TIMEOUTS);
}

/** Its messages only wake a function. A schedule does what a lost one would have: nothing is kept of them. */
export class WakeQueue extends Queue {
  constructor(scope: Construct, id: string, timeout: Duration) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.hours(1),
      visibilityTimeout: visibilityFor(timeout),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'Its messages only wake: the schedule does what one would have that failed until it expired.',
    });
  }
}
