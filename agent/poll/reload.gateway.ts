import { exec } from 'node:child_process';
import type { Log } from '../shared/log.gateway.ts';

/** A reload that takes longer hangs. */
const TIMEOUT_MS = 60_000;

/** Reloads the web server's certificates. Returns whether the command succeeded. */
export function runReload(command: string, log: Log): Promise<boolean> {
  return new Promise((resolve) => {
    exec(command, { timeout: TIMEOUT_MS }, (error, _stdout, stderr) => {
      if (error)
        log('error', 'the reload command failed', { exit_code: error.code, signal: error.signal, stderr: stderr.slice(-500) });
      else log('info', 'web server reloaded');
      resolve(!error);
    });
  });
}
