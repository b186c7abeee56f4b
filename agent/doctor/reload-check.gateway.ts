import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reasonOf } from '../shared/reason.ts';
import { ok, toFailed, type Verdict } from './finding.ts';

const TIMEOUT_MS = 60_000;
/** systemd reacts at once, but a reload in progress has to finish first. */
const TAKEN_WITHIN_MS = 10_000;
const POLL_EVERY_MS = 100;

/** Runs the agent's reload command as the agent would, because nothing less proves that this user may. */
export async function checkReload(command: string, takenWithinMs = TAKEN_WITHIN_MS): Promise<Verdict> {
  try {
    await promisify(execFile)('/bin/sh', ['-c', command], { timeout: TIMEOUT_MS });
  } catch (error) {
    const { code, stderr = '' } = error as { code?: number | string; stderr?: string };
    const said = stderr.trim().slice(-300) || reasonOf(error);
    if (code === 127)
      return toFailed(`there is no such command: ${command} (${said})`, 'give --reload a command with its whole path');
    return toFailed(
      `${command}: ${said}`,
      'let this user run the command, or use the units of the package (docs/operate/agent.md, Reload)',
    );
  }
  const request = /^touch (\/\S+)$/.exec(command)?.[1];
  if (request === undefined || (await isTaken(request, takenWithinMs))) return ok(`${command} succeeds`);
  return toFailed(
    `${request} is there, and nobody takes it`,
    'systemctl enable --now cps-agent-reload.path, and see journalctl -u cps-agent-reload',
  );
}

/** The unit that reloads the web server first removes the file. */
async function isTaken(file: string, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_EVERY_MS) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere) return true;
    await sleep(POLL_EVERY_MS);
  }
  return false;
}
