import { IAMClient, type IAMClientConfig, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import type { PolicyStatement } from '../model/aws-servers/role-policy.ts';
import { callAws } from './aws-failure.ts';

/** What the role of an integrator is allowed, as IAM itself judges it. */
export function allowedActions(config: IAMClientConfig, client: Pick<IAMClient, 'send'> = new IAMClient(config)) {
  return {
    /** The first action of a statement that the role is denied: one request. */
    async firstDenied(roleArn: string, { Action, Resource = '*', Condition = {} }: PolicyStatement): Promise<string | undefined> {
      const { EvaluationResults = [] } = await callAws('iam:SimulatePrincipalPolicy', () =>
        client.send(
          new SimulatePrincipalPolicyCommand({
            PolicySourceArn: roleArn,
            ActionNames: [Action].flat(),
            // A `*` of the policy stands for one of what it names.
            ResourceArns: [Resource].flat().map((resource) => (resource === '*' ? resource : resource.replace('*', 'any'))),
            ContextEntries: contextOf(Condition),
          }),
        ),
      );
      return EvaluationResults.find(({ EvalDecision }) => EvalDecision !== 'allowed')?.EvalActionName;
    },
  };
}
export type AllowedActions = ReturnType<typeof allowedActions>;

/** What the calls will carry is just what the statement demands. */
function contextOf(condition: NonNullable<PolicyStatement['Condition']>) {
  return Object.values(condition)
    .flatMap((one) => Object.entries(one))
    .map(([ContextKeyName, value]) => ({
      ContextKeyName,
      ContextKeyType: 'string' as const,
      ContextKeyValues: [value],
    }));
}
