import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { frontSecretName } from '../../contract/stack/environment.ts';
import { FRONT_REGION } from '../stage/public-domain.ts';
import type { Stage } from '../stage/stage.schema.ts';

/**
 * The secret that CloudFront sends (shared/secrets/front-secret.ts). It has a fixed name and a replica in CloudFront's region,
 * because a stack there cannot refer to this one. It belongs to the stateful stack: CloudFormation reads it only when it changes
 * CloudFront, so it must outlive the service.
 */
export class FrontSecret extends Secret {
  constructor(scope: Construct, id: string, { name, region }: Pick<Stage, 'name' | 'region'>) {
    super(scope, id, {
      secretName: frontSecretName(name),
      description: 'Sent along by CloudFront, by version; all versions are accepted',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: '1',
        passwordLength: 64,
        excludePunctuation: true,
      },
      ...(region !== FRONT_REGION && { replicaRegions: [{ region: FRONT_REGION }] }),
      // A retained secret would block its name for the next deployment. Its value can be created again.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'A new version is sent only after a deployment: `npm run admin -- rotate-front-secret`, never a schedule.',
    });
  }
}
