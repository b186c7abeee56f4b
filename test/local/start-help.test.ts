/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../local/machine/environment.ts';
import { PORT_NAMES, portsFromVariable, portVariable, START_PORTS } from '../../local/machine/ports.ts';
import OPTIONS from '../../local/start-options.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

it('the help of npm start names every option and variable in a clone in which nothing is installed, and installs nothing', () => {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  cpSync(join(PROJECT, 'local'), join(clone, 'local'), { recursive: true });
  const help = execFileSync(process.execPath, [join(clone, 'local', 'bootstrap.mjs'), 'start', '--help'], {
    encoding: 'utf8',
    // Neither npm nor Python is found.
    env: { PATH: clone },
  });
  const variables = PORT_NAMES.map((name) => portVariable(name, START_PORTS));
  for (const word of [...variables, portsFromVariable(START_PORTS), ...Object.keys(OPTIONS)])
    expect(help).toContain(`  ${word} `);
  expect(['node_modules', '.local'].map((name) => existsSync(join(clone, name)))).toEqual([false, false]);
});

it('what a first look at the project runs begins on the machine’s own Node, which may be older than the one that npm installs', () => {
  const { start, test, dns } = manifest.scripts;
  expect([start, test, dns]).toEqual(['start', 'test', 'dns'].map((program) => `exec node local/bootstrap.mjs ${program}`));
});
