import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { claim, identify, isStillRunning, type ProcessIdentity } from '../machine/identity.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { endGroup } from './signals.ts';

/** The running processes of a state folder, on disk, so that a later start finds those that a killed one left. */
export function processTable(state: StateDir) {
  const running = new Map<string, ProcessIdentity>();
  const write = () => writeFileSync(state.processes, JSON.stringify(Object.fromEntries(running)));
  return {
    add(name: string, pid: number): void {
      const identity = identify(pid);
      if (identity) running.set(name, identity);
      write();
    },
    remove(name: string): void {
      running.delete(name);
      write();
    },
  };
}
export type ProcessTable = ReturnType<typeof processTable>;

/** Makes this process the owner of the state folder. Throws if another owner lives; ends the processes that a dead one left. */
export async function claimStateDir(state: StateDir): Promise<void> {
  mkdirSync(state.root, { recursive: true });
  const holder = claim(state.starter);
  if (holder) {
    throw new Error(
      `the local cloud in ${state.root} is running already, started by process ${holder.pid}: end it first, by Ctrl-C or \`kill ${holder.pid}\``,
    );
  }
  const leftovers = Object.values(read<Record<string, ProcessIdentity>>(state.processes) ?? {});
  await Promise.all(leftovers.filter(isStillRunning).map(({ pid }) => endGroup(pid)));
  rmSync(state.processes, { force: true });
}

export function releaseStateDir(state: StateDir): void {
  rmSync(state.processes, { force: true });
  rmSync(state.starter, { force: true });
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
