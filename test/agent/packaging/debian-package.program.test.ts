import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildDebianPackage } from '../../../agent/packaging/debian-package.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { callAgent, packagedAgent } from './packaged-agent.ts';

/** `npm run package-agent` makes no Debian package where these are not: on macOS. */
const hasDpkg = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'dpkg-deb')));
const run = promisify(execFile);

/** The package, and what it puts on a server. */
async function installed() {
  const [output, root] = [await temporaryFolder(), await temporaryFolder()];
  const file = await buildDebianPackage(await packagedAgent(), '1.2.3', output);
  await run('dpkg-deb', ['--extract', file, root]);
  await run('dpkg-deb', ['--control', file, join(root, 'DEBIAN')]);
  return { file, root, read: (path: string) => readFile(join(root, path), 'utf8') };
}
const UNITS = 'usr/lib/systemd/system';

describe.runIf(hasDpkg)('the Debian package', () => {
  it('fits every architecture, asks for Node 20, and keeps the changed settings of an upgrade', async () => {
    const { file, root, read } = await installed();
    const { stdout } = await run('dpkg-deb', ['--field', file]);
    expect(stdout).toMatch(/^Package: cps-agent\nVersion: 1\.2\.3\nArchitecture: all\n/);
    expect(stdout).toMatch(/^Depends: nodejs \(>= 20\), /m);
    for (const path of (await read('DEBIAN/conffiles')).trim().split('\n')) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('belongs to root, and nobody else may change its files', async () => {
    const { file, root } = await installed();
    const { stdout } = await run('dpkg-deb', ['--contents', file]);
    for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^([d-]rw[x-]r-[x-]r-[x-]|lrwxrwxrwx) root\/root /);
    const entries = await readdir(root, { recursive: true });
    expect(entries).toEqual(expect.arrayContaining(['usr/bin/cps-agent', 'usr/share/doc/cps-agent/copyright', UNITS]));
    expect((await lstat(join(root, 'usr/bin/cps-agent'))).isSymbolicLink()).toBe(true);
  });

  it('brings scripts that a shell understands', async () => {
    const { root } = await installed();
    for (const script of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', join(root, 'DEBIAN', script)]);
  });

  it('brings an agent that runs, with the options that its unit and its settings give it', async () => {
    const { root, read } = await installed();
    const [, program = '', options = ''] = /^ExecStart=(\/\S+) (.*)$/m.exec(await read(`${UNITS}/cps-agent.service`)) ?? [];
    const [, defaults = ''] = /^CPS_AGENT_OPTIONS=(.*)$/m.exec(await read('etc/default/cps-agent')) ?? [];
    const words = options.replace('$CPS_AGENT_OPTIONS', defaults).match(/"[^"]*"|\S+/g) ?? [];
    const elsewhere = words.map((word) => word.replaceAll('"', '').replace('/var/lib', join(root, 'var/lib')));
    const { stdout, stderr } = await callAgent(join(root, program), ...elsewhere);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ message: expect.stringMatching(/holds no enrolled machine: run enroll first$/) });
  });
});
