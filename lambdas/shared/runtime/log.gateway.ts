import { AsyncLocalStorage } from 'node:async_hooks';
import {
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
  METRICS,
  type MetricName,
  type MetricValues,
} from '../../../contract/stack/metrics.ts';
import { prefixedId } from '../ids/ids.gateway.ts';
import { systemClock } from '../time/clock.gateway.ts';

/**
 * Fields that make CloudWatch create metrics from a log line, without a call or a wait.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(measured: MetricValues, stage: string | undefined, atMs: number): Record<string, unknown> {
  // An empty list is no value, and would invalidate the whole line.
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

/** `measured` becomes CloudWatch metrics (contract/stack/metrics.ts); other facts are only in the line. */
type Facts = Record<string, unknown> & { measured?: MetricValues };

/** One JSON line per entry, for CloudWatch Logs Insights. Never pass a key, a secret, a PEM or a request body. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Facts) => void;

/** Adds these facts to every later line of this invocation, replacing those of an earlier invocation. */
export type LogAbout = (facts: Record<string, unknown>) => void;

const context = new AsyncLocalStorage<Record<string, unknown>>();

export const logAbout: LogAbout = (facts) => context.enterWith(facts);

/** Without a stage, measured values are only in the line. */
export function jsonLogOf(stage?: string): Log {
  return (level, message, { measured, ...facts } = {}) => {
    const metrics = measured && embeddedMetrics(measured, stage, Date.now());
    const entry = { level, message, ...context.getStore(), ...facts, ...metrics, cause: describeCause(facts.cause) };
    process.stdout.write(`${JSON.stringify(entry)}\n`);
  };
}

/** For code without metrics. */
export const jsonLog = jsonLogOf();

/** Common ports of every Lambda behind the HTTP API. */
export const httpPorts = { log: jsonLog, logAbout, clock: systemClock, newRequestId: () => prefixedId('req') };

function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  return { name: cause.name, message: cause.message, stack: cause.stack, cause: describeCause(cause.cause) };
}
