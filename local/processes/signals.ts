import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isStillRunning } from '../machine/identity.ts';

/** MiniStack writes its state when it ends: about 1.5 s when small, but 20 s after many tests on a busy machine. */
const GRACE_SECONDS = 60;
const POLL_EVERY_MS = 25;

/** Asks a process group's leader to end, waits, then kills the rest of the group (MiniStack's Lambdas). */
export async function endGroup(leader: number): Promise<void> {
  const identity = identify(leader);
  // A stopped process handles SIGTERM only after it is continued.
  signalGroup(leader, 'SIGCONT');
  signalProcess(leader, 'SIGTERM');
  const deadline = Date.now() + GRACE_SECONDS * 1000;
  while (identity && isStillRunning(identity) && Date.now() < deadline) await sleep(POLL_EVERY_MS);
  signalGroup(leader, 'SIGKILL');
}

/** Kills one process like `kill -9`. */
export function killProcess(pid: number): void {
  signalProcess(pid, 'SIGKILL');
}

export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  signalProcess(-leader, signal);
}

const leaders = new Set<number>();
let guard: Socket | undefined;

/** Ends the process group with this process, however that ends: a test runner is killed after a failure. */
export function guardGroup(leader: number): void {
  leaders.add(leader);
  tellGuard();
}

export function unguardGroup(leader: number): void {
  leaders.delete(leader);
  tellGuard();
}

function tellGuard(): void {
  guard ??= startGuard();
  guard.write(`${[...leaders].join(' ')}\n`);
}

/** Reads process groups until its pipe closes, which happens when this process ends. The last line counts. */
const GUARD = 'while read -r line; do leaders=$line; done; for leader in $leaders; do kill -s KILL -- "-$leader"; done';

/** In its own process group, so that it survives the end of ours. */
function startGuard(): Socket {
  const shell = spawn('sh', ['-c', GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  const pipe = shell.stdin as Socket;
  pipe.unref();
  // Without the guard the programs live on, and the next start ends them (process-table.ts).
  shell.on('error', () => {});
  pipe.on('error', () => {});
  return pipe;
}

function signalProcess(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
