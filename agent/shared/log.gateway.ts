import { jsonEscapingInvisible } from '../../contract/invisible.ts';

export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

/** One JSON line per entry on standard output. Never pass a key or a token. */
export const jsonLog: Log = (level, message, facts = {}) => {
  process.stdout.write(`${jsonEscapingInvisible({ at: new Date().toISOString(), level, message, ...facts })}\n`);
};
