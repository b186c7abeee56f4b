import { Match } from 'aws-cdk-lib/assertions';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ServiceFunction } from '../../../lib/functions/service-function.ts';
import { buildApp, productionStage, resourcesOf, synthesize } from '../synthesized.ts';
import { egressStage } from './egress-stage.ts';

const { stateful, service } = synthesize(egressStage);
const NETWORK_INTERFACE = 'ec2:CreateNetworkInterface';

/** Whether a function is in the VPC, by its name. */
function inNetwork(): Map<string, boolean> {
  const functions = buildApp(egressStage)
    .service.node.findAll()
    .filter((construct) => construct instanceof ServiceFunction);
  const templates = resourcesOf(service, 'AWS::Lambda::Function');
  return new Map(
    functions.map((fn) => {
      const id = fn.lambda.stack.getLogicalId(fn.lambda.node.defaultChild as never);
      return [fn.entry, templates[id]?.Properties.VpcConfig !== undefined];
    }),
  );
}

/** Functions that query name servers, and so all that connect to a customer's hostname; a CA's name is resolved by the system. */
function reachingCustomers(entryPoints: string[]): Set<string> {
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm', outdir: 'nowhere' } as const;
  const { metafile } = buildSync({ ...options, entryPoints, write: false, metafile: true });
  const asking = Object.values(metafile.outputs).filter(({ inputs }) => 'lambdas/dns/wire/exchange.gateway.ts' in inputs);
  return new Set(asking.map(({ entryPoint = '' }) => entryPoint));
}

describe('fixed egress', () => {
  it('belongs to every function whose code connects to customers or looks up their names, and to no other', () => {
    const placed = inNetwork();
    expect(placed.size).toBeGreaterThan(25);
    const inside = [...placed].filter(([, isInside]) => isInside).map(([entry]) => entry);
    expect(inside).toEqual(expect.arrayContaining(['lambdas/webhook-sender/deliver.lambda.ts']));
    expect(new Set(inside)).toEqual(reachingCustomers([...placed.keys()]));
  });

  it('has an address for each zone, which outlives the service and its stack, and is in an output', () => {
    const addresses = resourcesOf(stateful, 'AWS::EC2::EIP');
    expect(Object.keys(addresses)).toHaveLength(2);
    for (const address of Object.values(addresses)) expect(address.DeletionPolicy).toBe('RetainExceptOnCreate');
    const shown = Object.keys(addresses).map((id) => ({ 'Fn::GetAtt': [id, 'PublicIp'] }));
    stateful.hasOutput('EgressAddresses', { Value: { 'Fn::Join': [' ', shown] } });
    service.resourceCountIs('AWS::EC2::EIP', 0);
  });

  it('has a gateway in each zone that the stage names, with one of those addresses', () => {
    const gateways = Object.values(resourcesOf(service, 'AWS::EC2::NatGateway'));
    expect(gateways).toHaveLength(2);
    const taken = gateways.map(({ Properties }) => JSON.stringify(Properties.AllocationId));
    expect(new Set(taken).size).toBe(2);
    for (const allocation of taken) expect(allocation).toMatch(/ImportValue.*FixedAddresses/);
    const zones = Object.values(resourcesOf(service, 'AWS::EC2::Subnet')).map(({ Properties }) => Properties.AvailabilityZone);
    expect([...new Set(zones)].toSorted()).toEqual(['eu-central-1a', 'eu-central-1b']);
  });

  it('costs nothing for the table: it is reached past the gateways from every subnet of the functions', () => {
    const endpoints = Object.values(resourcesOf(service, 'AWS::EC2::VPCEndpoint'));
    expect(endpoints).toHaveLength(1);
    expect(endpoints[0]?.Properties).toMatchObject({ VpcEndpointType: 'Gateway' });
    expect(JSON.stringify(endpoints[0]?.Properties.ServiceName)).toContain('dynamodb');
    expect(Object(endpoints[0]?.Properties.RouteTableIds).length).toBeGreaterThanOrEqual(2);
  });

  it('lets nothing in', () => {
    const groups = Object.values(resourcesOf(service, 'AWS::EC2::SecurityGroup'));
    expect(groups).toHaveLength(1);
    expect(groups[0]?.Properties).not.toHaveProperty('SecurityGroupIngress');
    service.resourceCountIs('AWS::EC2::SecurityGroupIngress', 0);
    for (const { Properties } of Object.values(resourcesOf(service, 'AWS::EC2::Subnet'))) {
      expect(Properties.MapPublicIpOnLaunch).not.toBe(true);
    }
  });

  it('lets Lambda make network interfaces by a function’s role, and denies it to the function’s code', () => {
    const statements: { Effect: string; Action: string | string[] }[] = Object.values(
      resourcesOf(service, 'AWS::IAM::Role'),
    ).flatMap(({ Properties }) =>
      Object(Properties.Policies ?? []).flatMap((policy: object) => Object(policy).PolicyDocument.Statement),
    );
    const about = statements.filter(({ Action }) => [Action].flat().includes(NETWORK_INTERFACE));
    const inside = [...inNetwork().values()].filter(Boolean).length;
    expect(about.filter(({ Effect }) => Effect === 'Allow')).toHaveLength(inside);
    const denied = about.filter(({ Effect }) => Effect === 'Deny');
    expect(denied).toHaveLength(inside);
    for (const statement of denied) {
      expect(statement).toMatchObject({ Resource: '*', Condition: { Null: { 'lambda:SourceFunctionArn': 'false' } } });
    }
  });

  it('is one zone with one gateway where the stage names one', () => {
    const one = synthesize({ ...egressStage, fixedEgress: { availabilityZones: ['eu-central-1c'] } });
    one.service.resourceCountIs('AWS::EC2::NatGateway', 1);
    one.service.hasResourceProperties('AWS::EC2::NatGateway', { AllocationId: Match.anyValue() });
  });

  it('needs nothing of the account, and no code of the CDK’s: synthesis works without credentials', () => {
    const { app } = buildApp({ ...egressStage, account: '210987654321' });
    expect(app.synth().manifest.missing ?? []).toEqual([]);
    for (const { Type } of Object.values(service.toJSON().Resources as Record<string, { Type: string }>)) {
      expect(Type).not.toMatch(/^Custom::|CustomResource/);
    }
  });

  it('is not created and not paid for unless the stage says so', () => {
    const plain = synthesize(productionStage);
    for (const template of [plain.service, plain.stateful]) {
      const types = Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type);
      expect(types.filter((type) => type.startsWith('AWS::EC2::'))).toEqual([]);
    }
    for (const { Properties } of Object.values(resourcesOf(plain.service, 'AWS::Lambda::Function'))) {
      expect(Properties).not.toHaveProperty('VpcConfig');
    }
  });

  it('leaves both stacks under 400 resources', () => {
    for (const template of [stateful, service]) expect(Object.keys(template.toJSON().Resources).length).toBeLessThan(400);
  });
});
