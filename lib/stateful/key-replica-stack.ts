import { CfnDeletionPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { ReplicaWatch } from '../private-keys/forwarded-calls.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { denyOpening } from './sealing-key.ts';

export interface KeyReplicaStackProps extends StackProps {
  stage: Stage;
  primaryKeyArn: string;
}

/**
 * Replica of the sealing key in another region, which opens sealed data when this region is lost. A replica has its own policy,
 * which denies opening private keys as here. No other stack needs this one.
 */
export class KeyReplicaStack extends Stack {
  constructor(scope: Construct, id: string, { stage, primaryKeyArn, ...props }: KeyReplicaStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const keyPolicy = new PolicyDocument({
      statements: [
        new PolicyStatement({ principals: [new AccountRootPrincipal()], actions: ['kms:*'], resources: ['*'] }),
        denyOpening(this, stage),
      ],
    });
    const replica = new CfnReplicaKey(this, 'SealingKeyReplica', {
      description: 'Opens in this region what the service has sealed in another',
      primaryKeyArn,
      keyPolicy,
    });
    replica.cfnOptions.deletionPolicy = CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE;
    replica.cfnOptions.updateReplacePolicy = CfnDeletionPolicy.RETAIN;
    if (stage.region !== undefined) new ReplicaWatch(this, 'ReplicaWatch', { replicaArn: replica.attrArn, region: stage.region });
  }
}
