import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { testsOf } from './tests-of.ts';

const SOURCES = '{admin,agent,bin,client,contract,copy,lambdas,lib,local,rules}/**/*.{ts,mjs}';
const FOUND = { itself: '', mirrored: '', importing: 'No test mirrors it; these import it, or a helper that does:' };

const program = new Command('npm run test:of --')
  .description('Runs the tests of one file or folder: the test that mirrors it, otherwise those that import it.')
  .argument('<path>', 'of the code or of a test, from here: lambdas/api/domains/create-domain.ts')
  .option('-l, --list', 'print which tests they are, and run none')
  .option('-w, --watch', 'stay, and run them again at every change')
  .parse();
const [given = ''] = program.args;
const { list, watch } = program.opts<{ list?: boolean; watch?: boolean }>();

const path = relative(process.cwd(), resolve(given)).replace(/\/$/, '');
const testFiles = new Map(globSync('test/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')]));
const found = testsOf(path, testFiles, globSync(SOURCES));
if (found.how === 'nowhere') {
  console.error([`No test is of ${path}, and none imports it. The nearest:`, ...found.nearest].join('\n  '));
  process.exit(1);
}
console.log([FOUND[found.how], ...found.tests].filter(Boolean).join('\n'));
if (!list) {
  // Only the projects of these files start: a unit test needs no cloud.
  const { status } = spawnSync('vitest', [watch ? 'watch' : 'run', ...found.tests], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
