import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/** The service's HMAC keys by version (shared/secrets/service-secret.ts). The first deployment creates version 1. */
export class ServiceSecret extends Secret {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'HMAC material by version; the newest that has begun signs, all of them verify',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: '1',
        // 64 of 62 possible characters: 381 bits.
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Every API key is tied to the version that made it: a new version is added by `npm run admin -- rotate-secret`, which keeps the old ones, never by a schedule.',
    });
  }
}
