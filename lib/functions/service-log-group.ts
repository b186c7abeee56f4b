import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage/stage.schema.ts';

/** Logs that end: kept for the stage's retention, and gone with what wrote them. What must be remembered is in the table. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { logRetentionDays }: Stage) {
    super(scope, id, { retention: logRetentionDays, removalPolicy: RemovalPolicy.DESTROY });
  }
}
