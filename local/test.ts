import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT } from './machine/environment.ts';

/** What `npm test` runs, from what fails fastest to what takes longest; each is a script of package.json. */
const SCRIPTS = ['check', 'test:unit', 'test:stack', 'test:e2e'];

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
const beganAt = performance.now();
for (const script of SCRIPTS) {
  console.log(`\n── npm run ${script}`);
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { cwd: PROJECT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  console.log(`── npm run ${script}: ${code === 0 ? 'passed' : 'FAILED'} after ${secondsSince(startedAt)}`);
  if (code !== 0) process.exit(code ?? 1);
}
console.log(`\nEverything passed after ${secondsSince(beganAt)}.`);
