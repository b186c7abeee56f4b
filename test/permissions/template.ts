/** The parts of a CloudFormation template that concern permissions. */
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}

export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: { 'aws:cdk:path'?: string };
}

/** The account and region of the stacks, and the names of their resources. */
export interface Deployed {
  account: string;
  region: string;
  templates: Template[];
  /** Physical ids, which `Ref` returns; default: the logical id. */
  physicalIds?: Record<string, string>;
}

/** A stream's ARN contains a time. Records use this label, too. */
export const STREAM_LABEL = 'the-stream';

/** Resolves a template's references to ARNs and names, like CloudFormation. Throws for anything that no policy uses. */
export function resolver(deployed: Deployed): (value: unknown) => unknown {
  const { account, region, templates } = deployed;
  const exported = new Map(
    templates.flatMap(({ Outputs = {} }) => Object.values(Outputs).map(({ Value, Export }) => [Export?.Name, Value] as const)),
  );
  const pseudo: Record<string, string> = {
    'AWS::AccountId': account,
    'AWS::Region': region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
  };

  const functions: Record<string, (argument: unknown) => unknown> = {
    Ref: (id) => pseudo[String(id)] ?? reference(String(id), deployed),
    'Fn::GetAtt': (argument) => attribute(argument as [string, string], deployed),
    'Fn::ImportValue': (name) => resolve(exported.get(String(name))),
    'Fn::Join': (argument) => {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map((part) => String(resolve(part))).join(separator);
    },
  };

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name = '', argument] = [], ...others] = Object.entries(value);
    const call = others.length === 0 ? functions[name] : undefined;
    if (call) return call(argument);
    if (name.startsWith('Fn::')) throw new Error(`${name} is in a policy: teach it to test/permissions/template.ts`);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  }
  return resolve;
}

function physicalId(logicalId: string, { physicalIds }: Deployed): string {
  return physicalIds?.[logicalId] ?? logicalId;
}

/** `Ref` returns their ARN. */
const CALLED_BY_ARN = ['AWS::Lambda::Alias', 'AWS::SecretsManager::Secret', 'AWS::StepFunctions::StateMachine'];

function reference(logicalId: string, deployed: Deployed): string {
  const resource = resourceNamed(logicalId, deployed);
  return CALLED_BY_ARN.includes(resource.Type) ? arnOf(logicalId, resource, deployed) : physicalId(logicalId, deployed);
}

function attribute([logicalId, name]: [string, string], deployed: Deployed): string {
  const resource = resourceNamed(logicalId, deployed);
  if (name === 'StreamArn') return `${arnOf(logicalId, resource, deployed)}/stream/${STREAM_LABEL}`;
  if (name === 'Arn') return arnOf(logicalId, resource, deployed);
  throw new Error(`${logicalId}.${name} is in a policy: teach it to test/permissions/template.ts`);
}

function resourceNamed(logicalId: string, { templates }: Deployed): Resource {
  const found = templates.map(({ Resources }) => Resources[logicalId]).find((resource) => resource !== undefined);
  if (!found) throw new Error(`no template has ${logicalId}`);
  return found;
}

const ARNS: Record<string, (id: string, place: string, account: string) => string> = {
  'AWS::DynamoDB::Table': (id, place) => `arn:aws:dynamodb:${place}:table/${id}`,
  'AWS::Events::Rule': (id, place) => `arn:aws:events:${place}:rule/${id}`,
  'AWS::IAM::Role': (id, _, account) => `arn:aws:iam::${account}:role/${id}`,
  'AWS::KMS::Key': (id, place) => `arn:aws:kms:${place}:key/${id}`,
  'AWS::Lambda::Function': (id, place) => `arn:aws:lambda:${place}:function:${id}`,
  'AWS::Logs::LogGroup': (id, place) => `arn:aws:logs:${place}:log-group:${id}:*`,
  'AWS::S3::Bucket': (id) => `arn:aws:s3:::${id}`,
  'AWS::SecretsManager::Secret': (id, place) => `arn:aws:secretsmanager:${place}:secret:${id}`,
  'AWS::SQS::Queue': (id, place) => `arn:aws:sqs:${place}:${id.split('/').at(-1)}`,
};

/** If the physical id is an ARN (an alias, a secret), returns it. */
export function arnOf(logicalId: string, { Type, Properties }: Resource, deployed: Deployed): string {
  const { account, region } = deployed;
  const id = physicalId(logicalId, deployed);
  if (id.startsWith('arn:')) return id;
  const path = typeof Properties?.Path === 'string' ? Properties.Path.slice(1) : '';
  const arn = ARNS[Type];
  if (arn) return arn(`${path}${id}`, `${region}:${account}`, account);
  return `arn:aws:${Type.split('::')[1]?.toLowerCase()}:${region}:${account}:${id}`;
}
