import { IAMClient, type IAMClientConfig, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import type { PolicyStatement } from '../model/aws-servers/role-policy.ts';
import { callAws } from './aws-failure.ts';

/** The permissions of an integrator's role, as IAM evaluates them. */
export function allowedActions(config: IAMClientConfig, client: Pick<IAMClient, 'send'> = new IAMClient(config)) {
  return {
    /** The statement's first action that IAM denies to the role; one request. */
    async firstDenied(roleArn: string, { Action, Resource = '*', Condition = {} }: PolicyStatement): Promise<string | undefined> {
      const { EvaluationResults = [] } = await callAws('iam:SimulatePrincipalPolicy', () =>
        client.send(
          new SimulatePrincipalPolicyCommand({
            PolicySourceArn: roleArn,
            ActionNames: [Action].flat(),
            // Replaces the policy's `*` with an example name.
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

/** The simulated calls carry exactly the values that the statement requires. */
function contextOf(condition: NonNullable<PolicyStatement['Condition']>) {
  return Object.values(condition)
    .flatMap((one) => Object.entries(one))
    .map(([ContextKeyName, value]) => ({
      ContextKeyName,
      ContextKeyType: 'string' as const,
      ContextKeyValues: [value],
    }));
}
