import { arnOf, type Deployed, type Resource, resolver } from './template.ts';

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource?: string | string[];
  Principal?: unknown;
  Condition?: Record<string, Record<string, string | string[]>>;
}

export interface PolicyDocument {
  Version: string;
  Statement: Statement[];
}

/** A role of the template with its own policies. */
export interface Role {
  /** The construct's path: `DomainsApi/ServeDomains`. */
  name: string;
  arn: string;
  trust: PolicyDocument;
  rights: PolicyDocument;
}

export interface Policies {
  roles: Role[];
  /** Roles of functions, by their physical names. */
  roleOfFunction: Map<string, Role>;
  roleOfMachine: Role[];
  /** Resource policies of queues, buckets, keys and Lambdas, by the resource's ARN. */
  ofResources: Map<string, PolicyDocument>;
  /** Construct paths of resources, by ARN. */
  names: Map<string, string>;
}

const VERSION = '2012-10-17';

/** The resources of these stacks, with resolved references. */
class Stacks {
  readonly all: [string, Resource][];
  readonly resolve: (value: unknown) => unknown;
  readonly #deployed: Deployed;

  constructor(deployed: Deployed) {
    this.all = deployed.templates.flatMap(({ Resources }) => Object.entries(Resources));
    this.resolve = resolver(deployed);
    this.#deployed = deployed;
  }

  ofType(type: string) {
    return this.all
      .filter(([, { Type }]) => Type === type)
      .map(([id, resource]) => ({ id, resource, arn: this.arn(id, resource), properties: resource.Properties ?? {} }));
  }

  arn(id: string, resource: Resource): string {
    return arnOf(id, resource, this.#deployed);
  }

  statements(document: unknown): Statement[] {
    return (this.resolve(document) as PolicyDocument).Statement;
  }
}

/** Every policy of these stacks, as AWS would evaluate it. */
export function readPolicies(deployed: Deployed): Policies {
  const stacks = new Stacks(deployed);
  const roles = rolesOf(stacks);
  const roleOf = (reference: unknown): Role => {
    const role = roles.find(({ arn }) => arn === stacks.resolve(reference));
    if (!role) throw new Error(`${JSON.stringify(reference)} is no role of these templates`);
    return role;
  };
  return {
    roles,
    roleOfFunction: new Map(
      stacks
        .ofType('AWS::Lambda::Function')
        .map(({ id, properties }) => [deployed.physicalIds?.[id] ?? id, roleOf(properties.Role)]),
    ),
    roleOfMachine: stacks.ofType('AWS::StepFunctions::StateMachine').map(({ properties }) => roleOf(properties.RoleArn)),
    ofResources: policiesOfResources(stacks),
    names: new Map(stacks.all.map(([id, resource]) => [stacks.arn(id, resource), nameOf(id, resource)])),
  };
}

function rolesOf(stacks: Stacks): Role[] {
  const beside = stacks
    .ofType('AWS::IAM::Policy')
    .flatMap(({ properties: { Roles, PolicyDocument } }) =>
      (Roles as { Ref: string }[]).map(({ Ref }) => ({ role: Ref, PolicyDocument })),
    );
  return stacks.ofType('AWS::IAM::Role').map(({ id, resource, arn, properties }) => {
    const inside = (properties.Policies ?? []) as { PolicyDocument: unknown }[];
    const documents = [...inside, ...beside.filter(({ role }) => role === id)];
    return {
      name: nameOf(id, resource).replace(/[/]Role$/, ''),
      arn,
      trust: stacks.resolve(properties.AssumeRolePolicyDocument) as PolicyDocument,
      rights: { Version: VERSION, Statement: documents.flatMap(({ PolicyDocument }) => stacks.statements(PolicyDocument)) },
    };
  });
}

function policiesOfResources(stacks: Stacks): Policies['ofResources'] {
  const { ofType, statements } = { ofType: stacks.ofType.bind(stacks), statements: stacks.statements.bind(stacks) };
  const protectedBy: [arn: string, statements: Statement[]][] = [
    ...ofType('AWS::KMS::Key').map(({ arn, properties }): [string, Statement[]] => [arn, statements(properties.KeyPolicy)]),
    ...[...ofType('AWS::SQS::Queue'), ...ofType('AWS::S3::Bucket')].flatMap(({ id, arn }) =>
      [...ofType('AWS::SQS::QueuePolicy'), ...ofType('AWS::S3::BucketPolicy')]
        .filter(({ properties: { Queues, Bucket } }) => JSON.stringify(Queues ?? [Bucket]).includes(`"Ref":"${id}"`))
        .map(({ properties }): [string, Statement[]] => [arn, statements(properties.PolicyDocument)]),
    ),
    ...ofType('AWS::Lambda::Permission').map(({ properties }) =>
      invocation(stacks.resolve(properties) as Record<string, string>),
    ),
  ];
  const byArn = Map.groupBy(protectedBy, ([arn]) => arn);
  return new Map([...byArn].map(([arn, found]) => [arn, { Version: VERSION, Statement: found.flatMap(([, parts]) => parts) }]));
}

/** An AWS::Lambda::Permission is a statement of the function's policy. */
function invocation({
  Action = '',
  FunctionName = '',
  Principal,
  SourceArn,
  SourceAccount,
}: Record<string, string>): [string, Statement[]] {
  const Condition = {
    ...(SourceArn && { ArnLike: { 'aws:SourceArn': SourceArn } }),
    ...(SourceAccount && { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
  };
  return [FunctionName, [{ Effect: 'Allow', Action, Resource: FunctionName, Principal: { Service: Principal }, Condition }]];
}

/** The construct's path, without the stack. */
function nameOf(id: string, { Metadata }: Resource): string {
  const path = Metadata?.['aws:cdk:path']?.split('/').slice(1) ?? [id];
  return path.filter((part) => part !== 'Resource').join('/');
}
