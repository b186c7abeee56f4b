import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { OUTPUTS, STACK_NAMES } from '../contract/stack-outputs.ts';

/** What the command lines need to know of a deployment, as its stacks' outputs tell it. */
export interface Deployment {
  tableName: string;
  serviceSecretArn: string;
  /** Deliveries to webhooks that are due, and those that the sender could not deal with. */
  deliveryQueueUrl: string;
  deadDeliveriesUrl: string;
  keyMode: 'live' | 'test';
  baseTarget: string;
}

/** Reads the outputs of both stacks with the caller's credentials. Throws, naming what is missing, where the service is not deployed. */
export async function readDeployment(client = new CloudFormationClient({})): Promise<Deployment> {
  const [stateful, service] = await Promise.all([
    outputsOf(client, STACK_NAMES.stateful),
    outputsOf(client, STACK_NAMES.service),
  ]);
  return {
    tableName: pick(stateful, OUTPUTS.tableName),
    serviceSecretArn: pick(stateful, OUTPUTS.secretArn),
    deliveryQueueUrl: pick(stateful, OUTPUTS.deliveryQueueUrl),
    deadDeliveriesUrl: pick(stateful, OUTPUTS.deadDeliveriesUrl),
    keyMode: pick(service, OUTPUTS.keyMode) === 'live' ? 'live' : 'test',
    baseTarget: pick(service, OUTPUTS.baseTarget),
  };
}

/** Of the lifecycle machine. */
export async function readStateMachineArn(client = new CloudFormationClient({})): Promise<string> {
  return pick(await outputsOf(client, STACK_NAMES.service), OUTPUTS.stateMachineArn);
}

async function outputsOf(client: CloudFormationClient, stack: string): Promise<Map<string, string>> {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
  return new Map((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey ?? '', OutputValue ?? '']));
}

function pick(outputs: Map<string, string>, name: string): string {
  const value = outputs.get(name);
  if (!value) throw new Error(`the deployed stacks have no output ${name}; deploy this version first`);
  return value;
}
