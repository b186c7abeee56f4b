import { CloudFormationClient, DescribeStacksCommand, paginateDescribeStacks, type Stack } from '@aws-sdk/client-cloudformation';
import { OUTPUTS, stackNames, stageOfStack } from '../../../contract/stack/stack-outputs.ts';

/** A deployment's resources for the command lines, from its stacks' outputs. */
export interface Deployment {
  tableName: string;
  serviceSecretArn: string;
  /** The queues of due webhook deliveries, and of those that the sender could not process. */
  deliveryQueueUrl: string;
  deadDeliveriesUrl: string;
  /** If the stage has a public domain. */
  frontSecretArn: string | undefined;
  /** If the stage has a template with DNS providers: the key that signs links to them. */
  domainConnectKeyId: string | undefined;
  /** The key that signs the heads of the audit log, and the bucket for them. */
  auditKeyId: string;
  auditDaysBucket: string;
  /** If the stage has its own user pool. */
  userPoolId: string | undefined;
  baseTarget: string;
  caFunctionName: string;
  /** The role that works in integrators' AWS accounts. */
  awsServersRoleArn: string;
}

/** The deployed stages in the account and region of the caller's credentials. */
export async function deployedStages(client = new CloudFormationClient({})): Promise<string[]> {
  const stages: string[] = [];
  for await (const { Stacks } of paginateDescribeStacks({ client }, {})) {
    stages.push(...(Stacks ?? []).flatMap(({ StackName }) => stageOfStack(StackName ?? '') ?? []));
  }
  return stages;
}

/**
 * Reads the outputs of a stage's stacks with the caller's credentials. Throws, naming what is missing, if the stage is not
 * deployed.
 */
export async function readDeployment(stage: string, client = new CloudFormationClient({})): Promise<Deployment> {
  const names = stackNames(stage);
  const [stateful, service] = await Promise.all([outputsOf(client, names.stateful), outputsOf(client, names.service)]);
  return {
    tableName: tableInUse(stateful, service),
    serviceSecretArn: pick(stateful, OUTPUTS.secretArn),
    deliveryQueueUrl: pick(stateful, OUTPUTS.deliveryQueueUrl),
    deadDeliveriesUrl: pick(stateful, OUTPUTS.deadDeliveriesUrl),
    frontSecretArn: stateful.get(OUTPUTS.frontSecretArn),
    domainConnectKeyId: stateful.get(OUTPUTS.domainConnectKeyId),
    auditKeyId: pick(stateful, OUTPUTS.auditKeyId),
    auditDaysBucket: pick(stateful, OUTPUTS.auditDaysBucket),
    userPoolId: stateful.get(OUTPUTS.userPoolId),
    baseTarget: pick(service, OUTPUTS.baseTarget),
    caFunctionName: pick(service, OUTPUTS.caFunctionName),
    awsServersRoleArn: pick(service, OUTPUTS.awsServersRoleArn),
  };
}

/** The service stack names a restored table as soon as its functions use it. */
function tableInUse(stateful: Map<string, string>, service: Map<string, string>): string {
  const [, restored] = service.get(OUTPUTS.restoredTable)?.split('/') ?? [];
  return restored ?? pick(stateful, OUTPUTS.tableName);
}

/** A stack by its name; undefined if there is none. */
export async function findStack(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    // CloudFormation's error for a stack that does not exist.
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  }
}

async function outputsOf(client: CloudFormationClient, name: string): Promise<Map<string, string>> {
  const stack = await findStack(client, name);
  if (!stack) throw new Error(`there is no stack ${name} in this account and region: is this stage deployed here?`);
  return outputsByName(stack);
}

export function outputsByName(stack: Stack | undefined): Map<string, string> {
  return new Map((stack?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey ?? '', OutputValue ?? '']));
}

function pick(outputs: Map<string, string>, name: string): string {
  const value = outputs.get(name);
  if (!value) throw new Error(`the deployed stacks have no output ${name}; deploy this version first`);
  return value;
}
