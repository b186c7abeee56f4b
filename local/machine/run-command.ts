import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { cloudEnvironment } from './environment.ts';

const LAST_LINES = 15;

export interface Command {
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Log file of all output. The error of a failed command quotes its end. */
  log: string;
  signal?: AbortSignal | undefined;
}

/** Runs a program to its end, in its own process group, which an abort ends as a whole. Throws unless it exits with 0. */
export async function runCommand(what: string, { command, args, env, cwd, log, signal }: Command): Promise<void> {
  signal?.throwIfAborted();
  const output = openSync(log, 'w');
  const child = spawn(command, args, {
    env: { ...cloudEnvironment(), ...env },
    cwd,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const abort = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  signal?.addEventListener('abort', abort, { once: true });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  }).finally(() => signal?.removeEventListener('abort', abort));
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`${what} failed; ${log} ends with\n${lastLines(log)}`);
}

export function lastLines(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}
