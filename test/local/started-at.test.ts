/** @module-tag slow */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../local/machine/environment.ts';

it('what npm start says of its duration includes the installation of the packages', () => {
  const clone = mkdtempSync(join(tmpdir(), 'clone-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), text);
    return join(clone, file);
  };
  cpSync(join(PROJECT, 'local/bootstrap.mjs'), write('local/bootstrap.mjs', ''));
  write('package-lock.json', '{"packages":{}}');
  write('client/generator/write-clients.ts', '');
  const says = "console.log(process.env.CPS_STARTED_AT, require('node:fs').readFileSync('installed-at', 'utf8'));";
  write('package.json', '{}');
  write('local/start.ts', says);
  const note = `[ "$1" = ci ] && "${process.execPath}" -p 'Date.now()' > installed-at; exit 0`;
  for (const program of ['npm', 'python3'])
    chmodSync(write(`bin/${program}`, `#!/bin/sh\n${program === 'npm' ? note : 'exit 0'}\n`), 0o755);
  const output = execFileSync(process.execPath, [join(clone, 'local/bootstrap.mjs'), 'start'], {
    encoding: 'utf8',
    env: { PATH: `${join(clone, 'bin')}:/usr/bin:/bin` },
  });
  const [, startedAt, installedAt] = /^(\d+) (\d+)$/m.exec(output) ?? [];
  expect(Number(startedAt)).toBeLessThanOrEqual(Number(installedAt));
  expect(readFileSync(join(PROJECT, 'local/start.ts'), 'utf8')).toContain('Number(process.env.CPS_STARTED_AT ?? Date.now())');
});
