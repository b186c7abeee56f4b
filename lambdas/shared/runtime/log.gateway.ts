import { AsyncLocalStorage } from 'node:async_hooks';
import type { Measured } from '../../../contract/stack/metrics.ts';
import { embeddedMetrics } from './embedded-metrics.ts';

/** `measured` becomes metrics of CloudWatch (contract/stack/metrics.ts); the other facts are only in the line. */
type Facts = Record<string, unknown> & { measured?: Measured };

/** One JSON line per entry, for CloudWatch Logs Insights. Never handed a key, a secret, a PEM or a request body. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Facts) => void;

/** Every line that is logged from here on in this invocation has these facts, and none of an earlier invocation's. */
export type LogAbout = (facts: Record<string, unknown>) => void;

const context = new AsyncLocalStorage<Record<string, unknown>>();

export const logAbout: LogAbout = (facts) => context.enterWith(facts);

/** Without a stage, what is measured is in the line only. */
export function jsonLogOf(stage?: string): Log {
  return (level, message, { measured, ...facts } = {}) => {
    const metrics = measured && embeddedMetrics(measured, stage, Date.now());
    const entry = { level, message, ...context.getStore(), ...facts, ...metrics, cause: describeCause(facts.cause) };
    process.stdout.write(`${JSON.stringify(entry)}\n`);
  };
}

/** Of what measures nothing. */
export const jsonLog = jsonLogOf();

function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  return { name: cause.name, message: cause.message, stack: cause.stack, cause: describeCause(cause.cause) };
}
