import { runSimulation, type StatementExplain } from '@cloud-copilot/iam-simulate';
import type { PolicyDocument, Role } from './policies.ts';
import type { Question } from './questions.ts';

/** Who asks: a role, or a service of AWS by itself. */
export interface Caller {
  role?: Role;
  /** `events.amazonaws.com`, with what it acts for. */
  service?: { principal: string; sourceArn: string; sourceAccount: string };
  /** What else AWS knows of the caller: `aws:MultiFactorAuthPresent`. */
  context?: Question['context'];
}

/** A permission of a role: one action on one resource, as a statement of its policy names them. */
export interface Permission {
  statement: number;
  action: string;
  resource: string;
}

export interface Answer {
  isAllowed: boolean;
  /** Permissions of the role by which it is. */
  by: Permission[];
  /** The statement that refuses, where one does. */
  refusedBy: string | undefined;
}

/**
 * The simulator knows of keys with a name in them only those with a slash, and leaves `kms:EncryptionContext:…` out of a request:
 * policies and requests call it by one with a slash, of the same type, that no policy of ours uses.
 */
const ENCRYPTION_CONTEXT = ['kms:EncryptionContext:', 'aws:PrincipalTag/kms:EncryptionContext:'] as const;
const translated = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(...ENCRYPTION_CONTEXT)) as T;

/**
 * Asks the simulator of IAM what AWS would say, given the policy of the resource. Everything travels over TLS, as AWS's own
 * endpoints demand.
 */
export async function simulate(
  { role, service, context = {} }: Caller,
  { action, resource, context: asked }: Question,
  resourcePolicy: PolicyDocument | undefined,
): Promise<Answer> {
  const [account = ''] = (role?.arn ?? service?.sourceArn ?? '').match(/\d{12}/) ?? [];
  const source = service && { 'aws:SourceArn': service.sourceArn, 'aws:SourceAccount': service.sourceAccount };
  const response = await runSimulation(
    {
      request: {
        principal: role?.arn ?? service?.principal ?? '',
        action,
        resource: { resource, accountId: account },
        contextVariables: translated({
          'aws:SecureTransport': 'true',
          ...(role && { 'aws:PrincipalArn': role.arn }),
          ...source,
          ...context,
          ...asked,
        }),
      },
      // Numbered, so that the answer names the statement.
      identityPolicies: translated(role?.rights.Statement ?? []).map((statement, number) => ({
        name: String(number),
        policy: { Version: '2012-10-17', Statement: [statement] },
      })),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      ...(resourcePolicy && { resourcePolicy: translated(resourcePolicy) }),
    },
    {},
  );
  if (response.resultType === 'error') throw new Error(`${action} on ${resource}: ${JSON.stringify(response.errors)}`);
  if (response.resultType === 'wildcard') throw new Error(`${action} was asked about ${resource}, which is no one resource`);
  refuseIgnored(response.result.ignoredContextKeys ?? []);
  const { identityAnalysis, resourceAnalysis } = response.result.analysis;
  const denying = [...(identityAnalysis?.denyStatements ?? []), ...(resourceAnalysis?.denyStatements ?? [])];
  return {
    isAllowed: response.overallResult === 'Allowed',
    by: (identityAnalysis?.allowStatements ?? []).flatMap(({ explain, policyId }) => permissionsIn(explain, Number(policyId))),
    refusedBy: denying[0] && JSON.stringify(denying[0].explain),
  };
}

function permissionsIn({ actions, resources }: StatementExplain, statement: number): Permission[] {
  const matching = <T extends { matches: boolean }>(parts: T | T[] | undefined) =>
    [parts ?? []].flat().filter(({ matches }) => matches) as T[];
  return matching(actions).flatMap(({ action }) => matching(resources).map(({ resource }) => ({ statement, action, resource })));
}

/** A condition on a key that the simulator leaves out of the request would be judged without it. */
function refuseIgnored(keys: string[]): void {
  if (keys.length > 0) throw new Error(`the simulator does not know these keys of the action: ${keys.join(', ')}`);
}
