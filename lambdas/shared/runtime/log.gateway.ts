/** One JSON line per entry, for CloudWatch Logs Insights. Never handed a key, a secret, a PEM or a request body. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

export const jsonLog: Log = (level, message, facts = {}) => {
  process.stdout.write(`${JSON.stringify({ level, message, ...facts, cause: describeCause(facts.cause) })}\n`);
};

function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  return { name: cause.name, message: cause.message, stack: cause.stack, cause: describeCause(cause.cause) };
}
