import { AsyncLocalStorage } from 'node:async_hooks';

/** One JSON line per entry, for CloudWatch Logs Insights. Never handed a key, a secret, a PEM or a request body. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

/** Every line that is logged from here on in this invocation has these facts, and none of an earlier invocation's. */
export type LogAbout = (facts: Record<string, unknown>) => void;

const context = new AsyncLocalStorage<Record<string, unknown>>();

export const logAbout: LogAbout = (facts) => context.enterWith(facts);

export const jsonLog: Log = (level, message, facts = {}) => {
  const entry = { level, message, ...context.getStore(), ...facts, cause: describeCause(facts.cause) };
  process.stdout.write(`${JSON.stringify(entry)}\n`);
};

function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  return { name: cause.name, message: cause.message, stack: cause.stack, cause: describeCause(cause.cause) };
}
