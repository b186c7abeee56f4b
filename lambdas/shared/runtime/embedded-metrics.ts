import { METRIC_DIMENSION, METRIC_NAMESPACE, METRICS, type Measured, type MetricName } from '../../../contract/stack/metrics.ts';

/**
 * What a line of the log needs besides, for CloudWatch to make metrics of it: no call, and nothing to wait for.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(measured: Measured, stage: string | undefined, atMs: number): Record<string, unknown> {
  // An empty list is no value, and would spoil the whole line.
  const values = Object.entries(measured).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  if (stage === undefined || values.length === 0) return Object.fromEntries(values);
  const Metrics = values.map(([Name]) => ({ Name, Unit: METRICS[Name as MetricName] }));
  const directive = { Namespace: METRIC_NAMESPACE, Dimensions: [[METRIC_DIMENSION]], Metrics };
  return {
    _aws: { Timestamp: atMs, CloudWatchMetrics: [directive] },
    [METRIC_DIMENSION]: stage,
    ...Object.fromEntries(values),
  };
}
