import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { ReportQueue } from '../alarms/report-queue.ts';

/** Time to notice and redrive: three times as long as the outbox itself is kept. */
const KEPT_FOR = Duration.days(90);

/** Whole stream records that the relay gave up on. Kept apart from the relay, so that replacing the service loses none. */
export class RelayFailureStore extends Bucket {
  /** A message for each object: the service stack has an alarm on it. Object metrics of S3 come a day late. */
  readonly stored: ReportQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: KEPT_FOR }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.stored = new ReportQueue(this, 'Stored');
    this.#reportObjects();
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'One writer (Lambda, for the relay) and rare operators, both in CloudTrail: access logs would need a second bucket to say less.',
    });
  }

  /** By EventBridge: S3 itself would begin with a test message, and that would be an alarm. */
  #reportObjects(): void {
    const bucket = this.node.defaultChild as CfnBucket;
    bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    new Rule(this, 'Created', {
      description: 'The relay gave up on records, which are now in its bucket of failures',
      eventPattern: { source: ['aws.s3'], detailType: ['Object Created'], detail: { bucket: { name: [this.bucketName] } } },
      targets: [new SqsQueue(this.stored)],
    });
  }
}
