import { CloudFormationClient, DescribeStacksCommand, paginateDescribeStacks, type Stack } from '@aws-sdk/client-cloudformation';
import { OUTPUTS, stackNames, stageOfStack } from '../../../contract/stack/stack-outputs.ts';

/** What the command lines need to know of a deployment, as its stacks' outputs tell it. */
export interface Deployment {
  tableName: string;
  serviceSecretArn: string;
  /** Deliveries to webhooks that are due, and those that the sender could not deal with. */
  deliveryQueueUrl: string;
  deadDeliveriesUrl: string;
  /** Where the stage has a public domain. */
  frontSecretArn: string | undefined;
  /** Where the stage has a template with DNS providers: what signs links to them. */
  domainConnectKeyId: string | undefined;
  /** What signs the heads of the audit, and where they are kept. */
  auditKeyId: string;
  auditDaysBucket: string;
  /** Where the stage has a pool of people of its own. */
  userPoolId: string | undefined;
  baseTarget: string;
  /** A function that speaks to the CA. */
  caFunctionName: string;
  /** The role that works in integrators' AWS accounts. */
  awsServersRoleArn: string;
}

/** The stages that are deployed in the account and region of the caller's credentials. */
export async function deployedStages(client = new CloudFormationClient({})): Promise<string[]> {
  const stages: string[] = [];
  for await (const { Stacks } of paginateDescribeStacks({ client }, {})) {
    stages.push(...(Stacks ?? []).flatMap(({ StackName }) => stageOfStack(StackName ?? '') ?? []));
  }
  return stages;
}

/**
 * Reads the outputs of a stage's stacks with the caller's credentials. Throws, naming what is missing, where the stage is not
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

/** The service stack names a restored table from the moment on at which its functions use it. */
function tableInUse(stateful: Map<string, string>, service: Map<string, string>): string {
  const [, restored] = service.get(OUTPUTS.restoredTable)?.split('/') ?? [];
  return restored ?? pick(stateful, OUTPUTS.tableName);
}

/** A stack by its name; undefined where there is none. */
export async function findStack(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    // What CloudFormation answers about a stack that is not there.
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
