import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloudEnvironment } from '../machine/environment.ts';
import { lastLines } from '../machine/run-command.ts';
import type { ProcessTable } from './process-table.ts';
import { endGroup, guardGroup, killProcess, signalGroup, unguardGroup } from './signals.ts';

const HEALTHY_WITHIN_SECONDS = 60;
const POLL_EVERY_MS = 100;

/** A program of the local cloud: how to start it and check its health. */
export interface ComponentSpec {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Before every start: writes the program's input files. */
  prepare?: () => Promise<void>;
  /** Resolves when the program is healthy, else throws. */
  check: () => Promise<void>;
  /** After every start, once healthy: publishes values that are new each time. */
  onHealthy?: () => Promise<void>;
}

export interface Component {
  /** Resolves when it is healthy. `env` overrides the usual environment for this run. */
  start(env?: Record<string, string>): Promise<void>;
  /** Resolves when the program and its children have ended. */
  stop(): Promise<void>;
  /** Simulates a crash (`kill -9`): the program writes nothing more. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Suspends the program with its memory until `resume`. */
  pause(): void;
  resume(): void;
  /** Undefined while it is not running. */
  pid(): number | undefined;
}

export interface Surroundings {
  logs: string;
  table: ProcessTable;
  onCrash: (message: string) => void;
}

export function component(spec: ComponentSpec, { logs, table, onCrash }: Surroundings): Component {
  const log = join(logs, `${spec.name}.log`);
  let pid: number | undefined;
  let gone = Promise.resolve();
  let exited = Promise.resolve();
  let isHealthy = false;

  function handleEnd(endedPid: number): void {
    if (pid !== endedPid) return;
    pid = undefined;
    // MiniStack's Lambdas would survive and call the next MiniStack.
    signalGroup(endedPid, 'SIGKILL');
    unguardGroup(endedPid);
    table.remove(spec.name);
    if (isHealthy) onCrash(`${spec.name} has ended by itself; ${log} ends with\n${lastLines(log)}`);
  }

  async function launch(env: Record<string, string>): Promise<void> {
    const output = openSync(log, 'a');
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: { ...cloudEnvironment(), ...spec.env, ...env },
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    const started = child.pid as number;
    pid = started;
    guardGroup(started);
    table.add(spec.name, started);
    exited = new Promise((resolve) => {
      child.once('exit', () => {
        handleEnd(started);
        resolve();
      });
    });
  }

  async function endWholly(ending: number): Promise<void> {
    await endGroup(ending);
    unguardGroup(ending);
    table.remove(spec.name);
  }

  async function becomeHealthy(): Promise<void> {
    const deadline = Date.now() + HEALTHY_WITHIN_SECONDS * 1000;
    for (;;) {
      if (pid === undefined) throw new Error(`${spec.name} does not start; ${log} ends with\n${lastLines(log)}`);
      try {
        return await spec.check();
      } catch (cause) {
        if (Date.now() > deadline)
          throw new Error(`${spec.name} is not healthy after ${HEALTHY_WITHIN_SECONDS} s (${cause}); see ${log}`, { cause });
      }
      await sleep(POLL_EVERY_MS);
    }
  }

  return {
    async start(env = {}) {
      if (pid !== undefined) return;
      await spec.prepare?.();
      await launch(env);
      await becomeHealthy();
      await spec.onHealthy?.();
      isHealthy = true;
    },
    async stop() {
      isHealthy = false;
      if (pid !== undefined) gone = endWholly(pid);
      pid = undefined;
      await gone;
    },
    async kill() {
      isHealthy = false;
      if (pid !== undefined) killProcess(pid);
      await exited;
    },
    pause: () => pid !== undefined && signalGroup(pid, 'SIGSTOP'),
    resume: () => pid !== undefined && signalGroup(pid, 'SIGCONT'),
    pid: () => pid,
  };
}
