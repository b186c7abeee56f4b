import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT } from './machine/environment.ts';

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

/** Runs scripts of package.json one after another, each with its time. Ends this process with the code of the first that fails. */
export async function runScripts(scripts: readonly string[]): Promise<void> {
  const beganAt = performance.now();
  for (const script of scripts) {
    console.log(`\n── npm run ${script}`);
    const startedAt = performance.now();
    const child = spawn('npm', ['run', '--silent', script], { cwd: PROJECT, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    const [code] = await once(child, 'exit');
    console.log(`── npm run ${script}: ${code === 0 ? 'passed' : 'FAILED'} after ${secondsSince(startedAt)}`);
    if (code !== 0) process.exit(code ?? 1);
  }
  console.log(`\nEverything passed after ${secondsSince(beganAt)}.`);
}
