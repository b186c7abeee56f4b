import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** Time to notice and redrive: three times as long as the outbox itself is kept. */
const KEEP = Duration.days(90);

/** Whole stream records that the relay gave up on. Kept apart from the relay, so that replacing the service loses none. */
export class RelayFailureStore extends Bucket {
  /** A message for each object: the service stack has an alarm on it. Object metrics of S3 come a day late. */
  readonly stored: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: KEEP }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.stored = new Queue(this, 'Stored', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.#tellOfObjects();
    Validations.of(this.stored).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'Its messages are read by people, after an alarm: nothing fails at them that a dead-letter queue would keep.',
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'One writer (Lambda, for the relay) and rare operators, both in CloudTrail: access logs would need a second bucket to say less.',
    });
  }
  /** S3 asks for the right when the bucket is told of the queue. The right does not name the bucket, which would wait for itself. */
  #tellOfObjects(): void {
    const ofThisAccount = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    this.stored.grantSendMessages(new ServicePrincipal('s3.amazonaws.com', { conditions: ofThisAccount }));
    const bucket = this.node.defaultChild as CfnBucket;
    bucket.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.stored.queueArn }],
    };
    bucket.node.addDependency(this.stored.node.findChild('Policy'));
  }
}
