import { Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { ALARM_PERIOD, failureRate, RunbookAlarm } from '../alarms/runbook-alarm.ts';

/**
 * Alarms on what only CloudFront and the firewall see: requests that never reach the API, and requests that the firewall blocks.
 */
export class FrontAlarms extends Construct {
  constructor(scope: Construct, id: string, { distributionId }: Distribution) {
    super(scope, id);
    const ofDistribution = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        period: ALARM_PERIOD,
        statistic,
      });
    new RunbookAlarm(this, 'ErrorsAlarm', {
      section: 'front-errors',
      metric: new MathExpression({
        label: 'Failures, %',
        expression: 'IF(requests * rate / 100 >= 5, rate, 0)',
        usingMetrics: { requests: ofDistribution('Requests', 'Sum'), rate: ofDistribution('5xxErrorRate', 'Average') },
        period: ALARM_PERIOD,
      }),
      threshold: 5,
      periods: 3,
    });
    new RunbookAlarm(this, 'BlocksAlarm', {
      section: 'firewall-blocks',
      metric: failureRate([this.#atFirewall('BlockedRequests')], {
        succeeded: [this.#atFirewall('AllowedRequests')],
        fewest: 500,
      }),
      threshold: 20,
      periods: 3,
    });
  }

  /**
   * Metrics of a CloudFront firewall have no region dimension:
   * https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html
   */
  #atFirewall(metricName: string): Metric {
    const dimensionsMap = { WebACL: Stack.of(this).stackName, Rule: 'ALL' };
    return new Metric({ namespace: 'AWS/WAFV2', metricName, dimensionsMap, period: ALARM_PERIOD, statistic: 'Sum' });
  }
}
