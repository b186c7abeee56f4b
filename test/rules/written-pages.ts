import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

// What is made from the code and committed is compared by a test with what the code makes now. `npm run docs` has these tests
// write it (UPDATE_DOCS=1), and `npm run check` asks whether any of it is stale.
const comparing = globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('process.env.UPDATE_DOCS'));
const { status } = spawnSync('vitest', ['run', '--project', 'unit', '-t', 'npm run docs', ...comparing], { stdio: 'inherit' });
process.exitCode = status ?? 1;
