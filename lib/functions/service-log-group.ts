import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage/stage.schema.ts';

/** Logs expire after the stage's retention and are deleted with their writer. What must be remembered is in the table. */
export class ServiceLogGroup extends LogGroup {
  /**
   * `vended`: name of a log group that API Gateway or Step Functions writes to. Each service adds itself to CloudWatch Logs' only
   * resource policy, which ends at 5,120 characters, but not for groups under this prefix.
   * https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html
   */
  constructor(scope: Construct, id: string, { name, logRetentionDays }: Stage, vended?: string) {
    super(scope, id, {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(vended !== undefined && { logGroupName: `/aws/vendedlogs/cps-${name}/${vended}` }),
    });
  }
}

/** One log group for all functions of a stack: a search covers all of them, and a stack has room for 500 resources. */
export function functionLogs(scope: Construct, stage: Stage): LogGroup {
  const stack = Stack.of(scope);
  return (
    (stack.node.tryFindChild('FunctionLogs') as ServiceLogGroup | undefined) ?? new ServiceLogGroup(stack, 'FunctionLogs', stage)
  );
}
