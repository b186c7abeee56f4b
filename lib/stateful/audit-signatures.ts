import { CfnOutput, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** The retention of seals (lambdas/shared/audit/seal.store.ts) plus ten days. */
const KEPT = Duration.days(420);

/**
 * Proof of the audit outside the table: a key that signs the heads of its chains, and the signed days. Nobody, not even the
 * account's root user, can change or delete these before they expire. docs/operate/audit.md
 */
export class AuditSignatures extends Construct {
  readonly key: Key;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Signs the heads of the audit, a day at a time',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.bucket = new Bucket(this, 'Days', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      // The emulator's CloudFormation has no object lock.
      ...(!isEmulated(stage) && { objectLockEnabled: true, objectLockDefaultRetention: ObjectLockRetention.compliance(KEPT) }),
      lifecycleRules: [{ expiration: Duration.days(KEPT.toDays() + 1), noncurrentVersionExpiration: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.#refuseToWriteOver();
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'One object a day, by one writer, each locked: access logs would need a second bucket to say less.',
    });
    new CfnOutput(this, OUTPUTS.auditKeyId, { value: this.key.keyId }).overrideLogicalId(OUTPUTS.auditKeyId);
    new CfnOutput(this, OUTPUTS.auditDaysBucket, { value: this.bucket.bucketName }).overrideLogicalId(OUTPUTS.auditDaysBucket);
  }

  /** Object lock protects a version but allows a newer version above it. This denies overwriting an existing object. */
  #refuseToWriteOver(): void {
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OnlyWhereNothingIs',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects('*')],
        conditions: { Null: { 's3:if-none-match': 'true' } },
      }),
    );
  }
}
