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

/** The agent as a process, with its log. */
export interface AgentProgram {
  pid: number | undefined;
  /** Waits for a new line with this message. */
  logged: (message: string) => Promise<LogLine>;
  /** Lets all file writes of the agent fail, or succeed again. */
  fillDisk: () => Promise<void>;
  freeDisk: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Adds environment variables. */
export async function callAgentWith(variables: Record<string, string>, ...args: string[]): Promise<string> {
  return (await run(NODE, ['agent/main.ts', ...args], { cwd: PROJECT, env: { ...cloudEnvironment(), ...variables } })).stdout;
}

/** Failed checks of the doctor; `isDiskFull`: while file writes fail. */
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
    // RLIMIT_FSIZE of 0: every write fails at the first byte, as on a full disk, but only for this process.
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
