import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { NODE, PROJECT } from '../../../local/machine/environment.ts';
import { identify, isStillRunning, type ProcessIdentity } from '../../../local/machine/identity.ts';

/** A runner that starts a program with a helper in a process group of its own, and prints their pids. */
const RUNNER = `
  import { spawn } from 'node:child_process';
  import { guardGroup, unguardGroup } from './local/processes/signals.ts';
  const script = 'sleep 300 & echo $$ $!; wait';
  const { pid, stdout } = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  guardGroup(pid);
  if (process.argv[1] === 'let-go') unguardGroup(pid);
  stdout.pipe(process.stdout);
  if (process.argv[1] === 'leaves') stdout.once('data', () => setTimeout(() => process.exit(), 100));
  setInterval(() => {}, 1000);
`;
const started: number[] = [];

async function startRunner(what = '') {
  const child = spawn(NODE, ['--input-type=module', '-e', RUNNER, '--', what], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const pids = String(line).split(' ').map(Number);
  started.push(child.pid as number, ...pids);
  const programs = pids.flatMap((pid) => identify(pid) ?? []);
  expect(programs).toHaveLength(2);
  return { child, programs };
}

afterEach(() => {
  for (const pid of started.splice(0))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as expected.
    }
});

const left = (programs: readonly ProcessIdentity[]) => programs.filter(isStillRunning);

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a program and its helpers end with a runner that gets a %s, as its whole group does',
  async (signal) => {
    const { child, programs } = await startRunner();
    process.kill(-(child.pid as number), signal);
    await expect.poll(() => left(programs)).toEqual([]);
  },
);

it('a program and its helpers end with a runner that leaves in a hurry', async () => {
  const { programs } = await startRunner('leaves');
  await expect.poll(() => left(programs)).toEqual([]);
});

it('a program that may outlive its runner does', async () => {
  const { child, programs } = await startRunner('let-go');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(left(programs)).toEqual(programs);
});
