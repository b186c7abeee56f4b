import { Stack } from 'aws-cdk-lib';
import {
  type AddToPrincipalPolicyResult,
  type IPrincipal,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { awsServersRoleName } from '../../contract/stack/stack-outputs.ts';
import type { Stage } from '../stage/stage.schema.ts';

/**
 * Where the roles lie that open private keys for their work: the key's policy knows them by it, before the stack that has them
 * exists.
 */
export function pathOfOpeners({ name }: Pick<Stage, 'name'>): string {
  return `/cps/${name}/opens-private-keys/`;
}

/**
 * The one role that works in integrators' AWS accounts. Their trust policies name its ARN: it never changes. It opens private
 * keys, and so lies where those lie that do.
 */
export function awsServersRole(scope: Construct, stage: Pick<Stage, 'name'>): { name: string; path: string; arn: string } {
  const name = awsServersRoleName(stage.name);
  const path = pathOfOpeners(stage);
  const { partition, account } = Stack.of(scope);
  return { name, path, arn: `arn:${partition}:iam::${account}:role${path}${name}` };
}

/**
 * What a function or the machine runs as. Its rights are part of the role, where CDK would make a policy beside it: a resource
 * less for each, of the 500 of a stack, and nothing is ever there before its rights. `known`: where the role lies and its
 * name, if somebody knows it by that.
 */
export class ServiceRole extends Role {
  readonly #rights: PolicyDocument;

  constructor(scope: Construct, id: string, assumedBy: IPrincipal, known: Pick<RoleProps, 'path' | 'roleName'> = {}) {
    const rights = new PolicyDocument();
    super(scope, id, { assumedBy, inlinePolicies: { rights }, ...known });
    this.#rights = rights;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#rights.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
