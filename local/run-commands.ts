import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT, pathWithTools } from './machine/environment.ts';
import type { NamedCommands } from './named-commands.ts';

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

/**
 * The name of one command, or several in turn. `beside`: commands that run concurrently, each with the one of `inTurn` it starts
 * with; their output follows afterwards. Those in turn run at lower priority: what waits for an answer must not wait for
 * computations.
 */
export type Step = string | { inTurn: readonly string[]; beside: Readonly<Record<string, string>> };

export interface Runs {
  commands: NamedCommands;
  /** For each command. */
  options?: readonly string[];
  folder?: string;
}

/**
 * Runs commands in order and shows their durations. After a failure it ends the concurrent ones, then exits with the first
 * failure's code. Their temporary files are in one folder, which is removed however they end.
 */
export async function runCommands(steps: readonly Step[], runs: Runs): Promise<void> {
  const beganAt = performance.now();
  const temporary = mkdtempSync(join(tmpdir(), 'cps-'));
  // Tests start web servers as a user that has no rights.
  chmodSync(temporary, 0o711);
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  process.env.TMPDIR = temporary;
  for (const step of steps) {
    if (typeof step === 'string') await awaitCommand(startCommand(step, runs));
    else await runBeside(step, runs);
  }
  console.log(`\nEverything passed after ${secondsSince(beganAt)}.`);
}

async function runBeside({ inTurn, beside }: Exclude<Step, string>, runs: Runs): Promise<void> {
  const others: ReturnType<typeof startQuietly>[] = [];
  for (const name of inTurn) {
    const now = Object.keys(beside).filter((other) => beside[other] === name);
    others.push(...now.map((other) => startQuietly(other, runs)));
    const command = startCommand(name, runs);
    setPriority(command.pid, constants.priority.PRIORITY_LOW);
    await awaitCommand(command, others);
  }
  for (const other of others) {
    other.speak();
    await awaitCommand(other, others);
  }
}

/** What it says is held back until it may speak. */
function startQuietly(name: string, runs: Runs): Running & { speak(): void } {
  const held: Uint8Array[] = [];
  let tell = (chunk: Uint8Array): unknown => held.push(chunk);
  const command = startCommand(name, runs, (chunk) => tell(chunk));
  const speak = () => {
    tell = (chunk) => process.stdout.write(chunk);
    for (const chunk of held) tell(chunk);
  };
  return { ...command, speak };
}

interface Running {
  name: string;
  pid: number;
  startedAt: number;
  ended: Promise<number>;
  end(signal: NodeJS.Signals): void;
}

/** `tell` takes what it says; otherwise it speaks for itself. */
function startCommand(
  name: string,
  { commands, options = [], folder = PROJECT }: Runs,
  tell?: (chunk: Uint8Array) => void,
): Running {
  const heading = `\n── ${name}\n`;
  if (tell) tell(Buffer.from(heading));
  else process.stdout.write(heading);
  const child = spawn('sh', ['-c', `${commands[name]?.run} "$@"`, name, ...options], {
    cwd: folder,
    // What is written into a pipe has its colours where it will be read in a terminal.
    env: { ...process.env, PATH: pathWithTools(), ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    stdio: tell ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    // A group of its own: a shell, asked to end, leaves what it runs to itself.
    detached: true,
  });
  if (tell) for (const stream of [child.stdout, child.stderr]) stream?.on('data', tell);
  const end = (signal: NodeJS.Signals) => endGroup(child, signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const ended = once(child, 'close').then(([code]) => code ?? 1);
  // Without a pid it failed to start, and has already ended.
  return { name, pid: child.pid ?? process.pid, startedAt: performance.now(), ended, end };
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

/** Where it fails, those that run beside it are ended, and with them this process. */
async function awaitCommand({ name, startedAt, ended }: Running, beside: readonly Running[] = []): Promise<void> {
  const code = await ended;
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${secondsSince(startedAt)}`);
  if (code === 0) return;
  for (const other of beside) other.end('SIGTERM');
  await Promise.all(beside.map((other) => other.ended));
  process.exit(code);
}
