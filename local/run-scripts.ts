import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { PROJECT } from './machine/environment.ts';

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

/**
 * One script, or several in turn. `beside`: scripts that run concurrently, each with the script of `inTurn` it starts with; their
 * output follows afterwards. The scripts in turn run at lower priority: what waits for an answer must not wait for computations.
 */
export type ScriptStep = string | { inTurn: readonly string[]; beside: Readonly<Record<string, string>> };

/**
 * Runs scripts of package.json in order and shows their durations. After a failure it waits for the concurrent scripts, then
 * exits with the first failure's code.
 */
export async function runScripts(steps: readonly ScriptStep[], folder = PROJECT): Promise<void> {
  const beganAt = performance.now();
  for (const step of steps) {
    if (typeof step === 'string') await awaitScript(startScript(step, folder));
    else await runBeside(step, folder);
  }
  console.log(`\nEverything passed after ${secondsSince(beganAt)}.`);
}

async function runBeside({ inTurn, beside }: Exclude<ScriptStep, string>, folder: string): Promise<void> {
  const others: ReturnType<typeof startQuietly>[] = [];
  for (const name of inTurn) {
    const now = Object.keys(beside).filter((other) => beside[other] === name);
    others.push(...now.map((other) => startQuietly(other, folder)));
    const script = startScript(name, folder);
    setPriority(script.pid, constants.priority.PRIORITY_LOW);
    await awaitScript(script, others);
  }
  for (const other of others) {
    other.speak();
    await awaitScript(other, others);
  }
}

/** Buffers its output until `speak` is called. */
function startQuietly(name: string, folder: string): Script & { speak(): void } {
  const held: Uint8Array[] = [];
  let tell = (chunk: Uint8Array): unknown => held.push(chunk);
  const script = startScript(name, folder, (chunk) => tell(chunk));
  const speak = () => {
    tell = (chunk) => process.stdout.write(chunk);
    for (const chunk of held) tell(chunk);
  };
  return { ...script, speak };
}

interface Script {
  name: string;
  pid: number;
  startedAt: number;
  ended: Promise<number>;
  end(signal: NodeJS.Signals): void;
}

/** `tell` receives its output; without it, the output goes to the terminal. */
function startScript(name: string, folder: string, tell?: (chunk: Uint8Array) => void): Script {
  const heading = `\n── npm run ${name}\n`;
  if (tell) tell(Buffer.from(heading));
  else process.stdout.write(heading);
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: folder,
    // Forces colours, which a pipe would lose, when the output ends up in a terminal.
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
    stdio: tell ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    // Its own process group, because npm does not end its children.
    detached: true,
  });
  if (tell) for (const stream of [child.stdout, child.stderr]) stream?.on('data', tell);
  const end = (signal: NodeJS.Signals) => endGroup(child, signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const ended = once(child, 'close').then(([code]) => code ?? 1);
  // Without a pid it failed to start, and has already ended.
  return { name, pid: child.pid ?? process.pid, startedAt: performance.now(), ended, end };
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

/** After a failure it ends the concurrent scripts and this process. */
async function awaitScript({ name, startedAt, ended }: Script, beside: readonly Script[] = []): Promise<void> {
  const code = await ended;
  console.log(`── npm run ${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${secondsSince(startedAt)}`);
  if (code === 0) return;
  for (const other of beside) other.end('SIGTERM');
  await Promise.all(beside.map((other) => other.ended));
  process.exit(code);
}
