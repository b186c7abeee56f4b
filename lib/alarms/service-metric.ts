import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_DIMENSION, METRIC_NAMESPACE, type MetricName } from '../../contract/stack/metrics.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { ALARM_PERIOD } from './runbook-alarm.ts';

/** A metric that the stage's functions write into their logs (contract/stack/metrics.ts). */
export function serviceMetric(
  { name }: Stage,
  metricName: MetricName,
  options: Pick<MetricOptions, 'statistic' | 'period'>,
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: { [METRIC_DIMENSION]: name },
    period: ALARM_PERIOD,
    ...options,
  });
}
