import { Validations } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type ISubnet,
  type IVpc,
  NatProvider,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../functions/service-function.ts';
import type { FixedAddresses } from './fixed-addresses.ts';

/**
 * Any private range works: nothing outside reaches it, and our checks refuse private addresses. Functions share a network
 * interface per subnet.
 */
const CIDR = '10.0.0.0/22';

/**
 * Rights that Lambda needs in a function's role to attach it to a VPC.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html#configuration-vpc-permissions
 */
const NETWORK_INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

export interface FixedEgressProps {
  availabilityZones: readonly string[];
  addresses: FixedAddresses;
  /** All functions of the service. Those that reach customers move into the VPC. */
  functions: readonly ServiceFunction[];
}

/**
 * VPC for the functions that connect to customers' servers, webhook receivers and name servers. Each zone has a fixed outgoing
 * address. The table is reached by a free gateway endpoint; the little traffic to KMS, Secrets Manager and SQS costs less through
 * NAT than through endpoints of its own.
 */
export class FixedEgress extends Construct {
  readonly #subnets: ISubnet[];
  readonly #securityGroup: SecurityGroup;
  readonly #network: Vpc;

  constructor(scope: Construct, id: string, { availabilityZones, addresses, functions }: FixedEgressProps) {
    super(scope, id);
    this.#network = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr(CIDR),
      availabilityZones: [...availabilityZones],
      natGateways: availabilityZones.length,
      natGatewayProvider: NatProvider.gateway({ eipAllocationIds: addresses.allocationIds }),
      subnetConfiguration: [
        { name: 'Gateways', subnetType: SubnetType.PUBLIC, cidrMask: 28, mapPublicIpOnLaunch: false },
        { name: 'Functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 24 },
      ],
      gatewayEndpoints: { Table: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
      // CDK would need a function of its own for it. Nothing uses that group.
      restrictDefaultSecurityGroup: false,
    });
    this.#subnets = this.#network.privateSubnets;
    this.#securityGroup = new SecurityGroup(this, 'Outwards', {
      vpc: this.#network as IVpc,
      description: 'Out to anywhere, in from nowhere',
      allowAllOutbound: true,
    });
    for (const fn of functions) if (fn.reachesCustomers) this.#moveIn(fn);
    Validations.of(this.#network).acknowledge(
      { id: 'AwsSolutions-VPC7', reason: 'Only our functions are in it, and they log what came of each look and delivery.' },
      { id: 'CloudFormation-Validate::W3010', reason: 'The stage names the zones: Lambda is not in each of every region.' },
    );
  }

  #moveIn(fn: ServiceFunction): void {
    (fn.lambda.node.defaultChild as CfnFunction).vpcConfig = {
      subnetIds: this.#subnets.map(({ subnetId }) => subnetId),
      securityGroupIds: [this.#securityGroup.securityGroupId],
    };
    // Lambda itself may do this, and the function's code may not: only the code's calls carry this condition key.
    fn.lambda.addToRolePolicy(new PolicyStatement({ actions: NETWORK_INTERFACES, resources: ['*'] }));
    fn.lambda.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: NETWORK_INTERFACES,
        resources: ['*'],
        conditions: { Null: { 'lambda:SourceFunctionArn': 'false' } },
      }),
    );
    for (const subnet of this.#subnets) fn.lambda.node.addDependency(subnet.internetConnectivityEstablished);
    Validations.of(fn).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Lambda makes the network interface, whose id nobody knows before; the code of the function is denied all of it.',
    });
  }
}
