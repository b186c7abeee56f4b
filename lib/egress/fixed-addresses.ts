import { CfnOutput, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { CfnEIP } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';

/**
 * Elastic IP addresses that customers and integrators allow in their firewalls. They survive a redeployment of the service and
 * the deletion of this stack.
 */
export class FixedAddresses extends Construct {
  /** Allocation ids of the addresses, for the NAT gateways. */
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
