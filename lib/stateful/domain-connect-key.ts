import { RemovalPolicy } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

/** Signs the links by which DNS providers set records (Domain Connect). Its public half is in the deployer's DNS: another key would be another half. */
export class DomainConnectKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Signs the links by which DNS providers set the records of customers',
      keySpec: KeySpec.RSA_2048,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
