import { runSimulation, type StatementExplain } from '@cloud-copilot/iam-simulate';
import type { PolicyDocument, Role } from './policies.ts';
import type { Question } from './questions.ts';

/** A role, or an AWS service itself. */
export interface Caller {
  role?: Role;
  /** For example `events.amazonaws.com`, and the resource that it acts for. */
  service?: { principal: string; sourceArn: string; sourceAccount: string };
  /** More context keys of the caller, for example `aws:MultiFactorAuthPresent`. */
  context?: Question['context'];
}

/** A permission of a role: one action on one resource, as in a statement of its policy. */
export interface Permission {
  statement: number;
  action: string;
  resource: string;
}

export interface Answer {
  isAllowed: boolean;
  /** The role's permissions that allow it. */
  by: Permission[];
  /** The Deny statement, if any. */
  refusedBy: string | undefined;
}

/**
 * The simulator knows only those context keys with a variable part that have a slash, and drops `kms:EncryptionContext:…` from
 * requests: policies and requests are translated to a key with a slash, of the same type, that no policy uses.
 */
const ENCRYPTION_CONTEXT = ['kms:EncryptionContext:', 'aws:PrincipalTag/kms:EncryptionContext:'] as const;
const translated = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(...ENCRYPTION_CONTEXT)) as T;

/**
 * Evaluates a question with the IAM policy simulator, including the resource's policy. All requests are over TLS, as the policies
 * require.
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
      // Numbered, so that the answer identifies the statement.
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

/** The simulator would evaluate a condition without a key that it drops from the request. */
function refuseIgnored(keys: string[]): void {
  if (keys.length > 0) throw new Error(`the simulator does not know these keys of the action: ${keys.join(', ')}`);
}
