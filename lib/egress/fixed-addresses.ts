import { CfnOutput, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { CfnEIP } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';

/**
 * Addresses that customers and integrators write into their firewalls. They stay when the service is deleted and deployed again,
 * and when this stack goes.
 */
export class FixedAddresses extends Construct {
  /** Of each address, for the gateway that takes it. */
  readonly allocationIds: string[];

  constructor(scope: Construct, id: string, zones: readonly string[]) {
    super(scope, id);
    const addresses = zones.map((zone) => {
      const address = new CfnEIP(this, zone, { domain: 'vpc' });
      address.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
      return address;
    });
    this.allocationIds = addresses.map(({ attrAllocationId }) => attrAllocationId);
    const output = new CfnOutput(this, OUTPUTS.egressAddresses, {
      value: Fn.join(
        ' ',
        addresses.map(({ attrPublicIp }) => attrPublicIp),
      ),
    });
    output.overrideLogicalId(OUTPUTS.egressAddresses);
  }
}
