import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage/stage.schema.ts';

/** Logs that end: kept for the stage's retention, and gone with what wrote them. What must be remembered is in the table. */
export class ServiceLogGroup extends LogGroup {
  /**
   * `vended`: the name of one that API Gateway or Step Functions writes to. Each adds itself to the one resource policy of
   * CloudWatch Logs, which ends at 5,120 characters, but not for groups under this prefix.
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

/** One for all functions of a stack: whoever looks for something asks all of them at once, and a stack has room for 500 resources. */
export function functionLogs(scope: Construct, stage: Stage): LogGroup {
  const stack = Stack.of(scope);
  return (
    (stack.node.tryFindChild('FunctionLogs') as ServiceLogGroup | undefined) ?? new ServiceLogGroup(stack, 'FunctionLogs', stage)
  );
}
