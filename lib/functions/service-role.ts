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

/** IAM path of the roles that open private keys. The key's policy recognizes them by it before their stack exists. */
export function keyOpenerRolePath({ name }: Pick<Stage, 'name'>): string {
  return `/cps/${name}/opens-private-keys/`;
}

/**
 * The only role that works in integrators' AWS accounts. Their trust policies name its ARN, so it never changes. It opens private
 * keys and therefore uses the path of such roles.
 */
export function awsServersRole(scope: Construct, stage: Pick<Stage, 'name'>): { name: string; path: string; arn: string } {
  const name = awsServersRoleName(stage.name);
  const path = keyOpenerRolePath(stage);
  const { partition, account } = Stack.of(scope);
  return { name, path, arn: `arn:${partition}:iam::${account}:role${path}${name}` };
}

/**
 * Role of a function or of the state machine. Its rights are inline, where CDK would create a separate policy: that saves one of
 * the stack's 500 resources each, and a role never exists without its rights. `known`: path and name of a role that others refer
 * to.
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
