import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Stage } from '../stage/stage.schema.ts';
import { ALARM_PERIOD, RunbookAlarm } from './runbook-alarm.ts';

/** The default quota, and what AWS gives a new account on its first request. */
const USUAL_CONCURRENCY = 1_000;
const NEARLY_ALL = 0.8;

/**
 * Alarms on Lambda's account-wide metrics of this region. An alarm for each function, or a query over all (Metrics Insights),
 * would cost 0.10 USD a month per function (`npm run admin -- prices`). Other functions of the account count too, so these are
 * tickets. What customers notice has its own alarms (docs/decisions/0057).
 */
export class AccountAlarms extends Construct {
  constructor(scope: Construct, id: string, { accountConcurrency = USUAL_CONCURRENCY }: Stage) {
    super(scope, id);
    new RunbookAlarm(this, 'ErrorsAlarm', {
      section: 'lambda-errors',
      // Each invocation is a sample: 1 if it failed, else 0.
      metric: lambdaMetric('Errors', 'Average'),
      threshold: 0.01,
      periods: 3,
    });
    // Three periods in a row: calls throttled in a short peak are retried.
    new RunbookAlarm(this, 'ThrottlesAlarm', {
      section: 'lambda-throttles',
      metric: lambdaMetric('Throttles'),
      threshold: 1,
      periods: 3,
    });
    // Reserved concurrency counts as used. https://docs.aws.amazon.com/lambda/latest/dg/monitoring-concurrency.html
    new RunbookAlarm(this, 'ConcurrencyAlarm', {
      section: 'account-concurrency',
      metric: lambdaMetric('ClaimedAccountConcurrency', 'Maximum'),
      threshold: Math.ceil(NEARLY_ALL * accountConcurrency),
      periods: 3,
    });
  }
}

function lambdaMetric(metricName: string, statistic = 'Sum'): Metric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, period: ALARM_PERIOD, statistic });
}
