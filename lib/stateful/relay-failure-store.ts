import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { ReportQueue } from '../alarms/report-queue.ts';

/** Time to notice and redrive: three times the outbox's own retention. */
const KEPT_FOR = Duration.days(90);

/** Complete stream records that the relay gave up on. Separate from the relay, so that replacing the service loses none. */
export class RelayFailureStore extends Bucket {
  /** Gets a message per object, and the service stack has an alarm on it. S3's own object metrics are a day late. */
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

  /** Through EventBridge: S3 itself would send a test message first, which would raise an alarm. */
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
