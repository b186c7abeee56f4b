import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isStillRunning } from '../machine/identity.ts';

/**
 * MiniStack writes its state when it ends: about 1.5 s when small, but 20 s after many tests on a machine that does other work.
 */
const GRACE_SECONDS = 60;
const POLL_EVERY_MS = 25;

/** Asks the leader of a process group to end, waits for it, then ends whatever is left of the group (MiniStack's Lambdas). */
export async function endGroup(leader: number): Promise<void> {
  const identity = identify(leader);
  // A stopped process handles SIGTERM only when it is continued.
  signalGroup(leader, 'SIGCONT');
  signalProcess(leader, 'SIGTERM');
  const deadline = Date.now() + GRACE_SECONDS * 1000;
  while (identity && isStillRunning(identity) && Date.now() < deadline) await sleep(POLL_EVERY_MS);
  signalGroup(leader, 'SIGKILL');
}

/** Ends one process without a warning, as `kill -9` does. */
export function killProcess(pid: number): void {
  signalProcess(pid, 'SIGKILL');
}

export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  signalProcess(-leader, signal);
}

const leaders = new Set<number>();
let guard: Socket | undefined;

/** The process group ends with this process, in whatever way that ends: a test runner is killed as soon as a part has failed. */
export function endsWithUs(leader: number): void {
  leaders.add(leader);
  tellGuard();
}

export function mayOutliveUs(leader: number): void {
  leaders.delete(leader);
  tellGuard();
}

function tellGuard(): void {
  guard ??= startGuard();
  guard.write(`${[...leaders].join(' ')}\n`);
}

/** Reads whose groups there are, the last line counts, until its pipe closes, which it does with this process. */
const GUARD = 'while read -r line; do leaders=$line; done; for leader in $leaders; do kill -s KILL -- "-$leader"; done';

/** In a group of its own: what ends ours does not end it. */
function startGuard(): Socket {
  const shell = spawn('sh', ['-c', GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  const pipe = shell.stdin as Socket;
  pipe.unref();
  // Without it the programs live on, and the next start ends them (process-table.ts).
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
