import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './environment.ts';
import { PYTHON_LISTS, requirementsFile } from './pins.ts';
import { runCommand } from './run-command.ts';
import { installUv } from './tools.ts';

// Generates the Python package lists from local/machine/pins/python/*.in: every transitive package, the same versions for every
// platform and Python from 3.10 on, with the hashes of all their files. Keeps the present versions where possible; `-- --upgrade`
// takes the newest.

const OLDEST_PYTHON = '3.10';
const logs = join(PROJECT, '.local', 'logs');
mkdirSync(logs, { recursive: true });
const uv = await installUv({ logs, signal: undefined });

for (const list of PYTHON_LISTS) {
  const file = requirementsFile(list);
  await runCommand(`pin-python ${list}`, {
    command: uv,
    args: [
      ...['pip', 'compile', '--universal', '--python-version', OLDEST_PYTHON, '--generate-hashes', '--no-annotate'],
      ...['--custom-compile-command', 'npm run write -- python-pins', '--output-file', file, ...process.argv.slice(2)],
      file.replace(/txt$/, 'in'),
    ],
    log: join(logs, `pin-python-${list}.log`),
  });
}
