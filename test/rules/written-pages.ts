import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

// Tests compare generated, committed files with what the code generates now. `npm run docs` lets these tests write the files
// (UPDATE_DOCS=1), and `npm run check` fails if any is stale.
const comparing = globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('process.env.UPDATE_DOCS'));
const { status } = spawnSync('vitest', ['run', '--project', 'unit', '-t', 'npm run docs', ...comparing], { stdio: 'inherit' });
process.exitCode = status ?? 1;
