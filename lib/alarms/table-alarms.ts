import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from './runbook-alarm.ts';

/**
 * Over all operations, in a query (Metrics Insights): AWS writes each of these metrics only for an operation that it happened to,
 * and bills the query by the metrics that it finds.
 */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, { tableName }: ITable) {
    super(scope, id);
    // The SDK repeats what is throttled: a few are a partition that DynamoDB splits, those that last are waits of customers.
    new RunbookAlarm(this, 'ThrottlesAlarm', {
      section: 'table-throttles',
      metric: overAllOperations('ThrottledRequests', tableName),
      threshold: 25,
      periods: 3,
    });
    new RunbookAlarm(this, 'ErrorsAlarm', {
      section: 'table-errors',
      metric: overAllOperations('SystemErrors', tableName),
      threshold: 5,
      periods: 3,
    });
  }
}

function overAllOperations(metric: string, tableName: string): MathExpression {
  return new MathExpression({
    label: metric,
    expression: `SELECT SUM(${metric}) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE TableName = '${tableName}'`,
    usingMetrics: {},
    period: ALARM_PERIOD,
  });
}
