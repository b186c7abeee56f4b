import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { cloudEnvironment, NODE, PROJECT } from '../../../../local/machine/environment.ts';
import { guardGroup } from '../../../../local/processes/signals.ts';
import { PATIENCE_SECONDS } from '../../patience.ts';

const run = promisify(execFile);

interface LogLine {
  message: string;
  reason?: string;
}

/** Our agent as a process of its own, which tells what it logs. */
export interface AgentProgram {
  pid: number | undefined;
  /** Waits for a line that was not asked for before. */
  logged: (message: string) => Promise<LogLine>;
  /** From now on the disk takes nothing from it, or does again. */
  fillDisk: () => Promise<void>;
  freeDisk: () => Promise<void>;
  stop: () => Promise<void>;
}

/** On a machine with these variables besides. */
export async function callAgentWith(variables: Record<string, string>, ...args: string[]): Promise<string> {
  return (await run(NODE, ['agent/main.ts', ...args], { cwd: PROJECT, env: { ...cloudEnvironment(), ...variables } })).stdout;
}

/** What the doctor finds wrong; `isDiskFull`: while the disk takes nothing. */
export async function callDoctor(isDiskFull: boolean, ...args: string[]): Promise<{ check: string; what: string }[]> {
  const limit = isDiskFull ? ['--fsize=0:'] : [];
  const doctor = [NODE, 'agent/main.ts', 'doctor', '--json', ...args];
  const { stdout } = await run('prlimit', [...limit, ...doctor], { cwd: PROJECT, env: cloudEnvironment() }).catch(
    (error: { stdout: string }) => error,
  );
  const { findings } = JSON.parse(stdout) as { findings: { check: string; status: string; what: string }[] };
  return findings.filter(({ status }) => status === 'failed').map(({ check, what }) => ({ check, what }));
}

export function startAgent(...args: string[]): AgentProgram {
  const child = spawn(NODE, ['agent/main.ts', 'run', ...args], {
    cwd: PROJECT,
    env: cloudEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  if (child.pid !== undefined) guardGroup(child.pid);
  const lines = linesOf(child);
  return {
    pid: child.pid,
    async logged(message) {
      const taken = () => {
        const at = lines.findIndex((line) => line.message === message);
        if (at < 0) throw new Error(`not logged: ${message}; but ${JSON.stringify(lines)}`);
        return lines.splice(at, 1)[0] as LogLine;
      };
      return vi.waitFor(taken, { timeout: PATIENCE_SECONDS * 1000, interval: 50 });
    },
    // A limit on the size of its files: every write fails at the first byte, as on a full disk, for this process only.
    fillDisk: () => limitFileSize(child, '0'),
    freeDisk: () => limitFileSize(child, 'unlimited'),
    async stop() {
      if (child.exitCode !== null || !child.kill()) return;
      await once(child, 'exit');
    },
  };
}

async function limitFileSize({ pid }: ChildProcess, size: string): Promise<void> {
  await run('prlimit', [`--fsize=${size}:`, '--pid', String(pid)]);
}

function linesOf(child: ChildProcess): LogLine[] {
  const lines: LogLine[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  return lines;
}
