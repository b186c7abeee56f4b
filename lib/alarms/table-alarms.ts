import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from './runbook-alarm.ts';

/**
 * Each alarm is a query over all operations (Metrics Insights). DynamoDB writes these metrics only for throttled or failed
 * operations, and AWS bills a query by the metrics it finds: in normal operation none.
 */
export class TableAlarms extends Construct {
  constructor(scope: Construct, id: string, { tableName }: ITable) {
    super(scope, id);
    // The SDK retries throttled calls. A few occur while DynamoDB splits a partition; if they last, customers wait.
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
