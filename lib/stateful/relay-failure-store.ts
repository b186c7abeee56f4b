import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Time to notice and redrive: three times as long as the outbox itself is kept. */
const KEEP = Duration.days(90);

/** Whole stream records that the relay gave up on. Kept apart from the relay, so that replacing the service loses none. */
export class RelayFailureStore extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: KEEP }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'One writer (Lambda, for the relay) and rare operators, both in CloudTrail: access logs would need a second bucket to say less.',
    });
  }
}
