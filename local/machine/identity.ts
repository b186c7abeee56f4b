import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A process id with its start time, because the system reuses process ids. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** The process with this id, or undefined. Use `startedAt` only for comparison. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = existsSync('/proc/self/stat') ? startInProc(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isStillRunning(known: ProcessIdentity): boolean {
  return identify(known.pid)?.startedAt === known.startedAt;
}

/**
 * Makes this process the holder of the lock file. Returns the current holder if it is another live process. `wx` fails if the
 * file exists, so only one of two gets it.
 */
export function claim(file: string): ProcessIdentity | undefined {
  const own = JSON.stringify(identify(process.pid));
  try {
    writeFileSync(file, own, { flag: 'wx' });
  } catch {
    const holder = readIdentity(file);
    if (holder && holder.pid !== process.pid && isStillRunning(holder)) return holder;
    writeFileSync(file, own);
  }
  return undefined;
}

function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** proc(5): fields after the parenthesised name are state (3rd) … starttime (22nd), in ticks since boot. A zombie has ended. */
function startInProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
