import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildDebianPackage } from '../../../agent/packaging/debian-package.ts';
import { edgeOnLoopback } from '../edge-on-loopback.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { callAgent, callAgentWith, packagedAgent } from './packaged-agent.ts';

/** Without these, as on macOS, `npm run build -- agent` builds no Debian package. */
const hasDpkg = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'dpkg-deb')));
const run = promisify(execFile);

/** The package, and the files that it installs. */
async function installed() {
  const [output, root] = [await temporaryFolder(), await temporaryFolder()];
  const file = await buildDebianPackage(await packagedAgent(), '1.2.3', output);
  await run('dpkg-deb', ['--extract', file, root]);
  await run('dpkg-deb', ['--control', file, join(root, 'DEBIAN')]);
  return { file, root, read: (path: string) => readFile(join(root, path), 'utf8') };
}
const UNITS = 'usr/lib/systemd/system';
const TOKEN_FILE = 'etc/cps-agent/enrollment-token';
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** Runs a script of the package on a folder in place of `/`, without root. */
async function runScript(root: string, script: string, argument: string): Promise<void> {
  const text = await readFile(join(root, 'DEBIAN', script), 'utf8');
  const there = text
    .replaceAll(/(?<= )\/(etc|var|run)\//g, `${root}/$1/`)
    .replace(/^ *adduser .*$/m, '')
    .replace('-o cps-agent -g cps-agent', '')
    .replaceAll('root:root', `${process.getuid?.()}:${process.getgid?.()}`);
  await run('sh', ['-c', `umask 022\n${there}`, script, argument]);
}

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

  it('has a file for the token that only its owner reads, also where an open one was there, and purges it', async () => {
    const { root } = await installed();
    await mkdir(join(root, 'var/lib'), { recursive: true });
    const file = join(root, TOKEN_FILE);
    expect(existsSync(file)).toBe(false);
    await runScript(root, 'postinst', 'configure');
    expect([await modeOf(file), await readFile(file, 'utf8')]).toEqual(['600', '']);
    await writeFile(file, 'enr_kept');
    await chmod(file, 0o644);
    await runScript(root, 'postinst', 'configure');
    expect([await modeOf(file), await readFile(file, 'utf8')]).toEqual(['600', 'enr_kept']);
    await runScript(root, 'postrm', 'remove');
    expect(existsSync(file)).toBe(true);
    await runScript(root, 'postrm', 'purge');
    expect(existsSync(file)).toBe(false);
  });

  it('enrolls at boot by the token that systemd passes on, which is in no command line', async () => {
    const { root, read } = await installed();
    const { site, requests } = await edgeOnLoopback(() => ({
      status: 201,
      json: { machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 },
    }));
    const unit = await read(`${UNITS}/cps-agent-enroll.service`);
    const [, program = '', options = ''] = /^ExecStart=(\/\S+) (.*)$/m.exec(unit) ?? [];
    const [, credential = '', source] = /^LoadCredential=(\S+):(\S+)$/m.exec(unit) ?? [];
    expect(source).toBe(`/${TOKEN_FILE}`);
    const credentials = await temporaryFolder();
    await writeFile(join(credentials, credential), 'enr_boot\n', { mode: 0o440 });
    const words = options
      .replace('/var/lib', join(root, 'var/lib'))
      .replace(/\$\{CREDENTIALS_DIRECTORY\}/, credentials)
      .replace('$CPS_AGENT_ENROLL', `--site ${site} --name web-1`)
      .split(' ');
    const called = await callAgentWith({ CREDENTIALS_DIRECTORY: credentials }, join(root, program), ...words);
    expect(called).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ token: 'enr_boot' });
    expect(options).not.toContain('--token ');
  });

  it('does not enroll at boot by a token that the agent’s user can read itself', async () => {
    const { read } = await installed();
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const file = join(folder, 'token');
    const [, line = ''] = /^ExecStartPre=\/bin\/sh -c '(.*)'$/m.exec(await read(`${UNITS}/cps-agent-enroll.service`)) ?? [];
    const script = line.replaceAll(`/${TOKEN_FILE}`, file);
    const nobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const [command = '', ...args] = [...nobody, 'sh', '-c', script];
    const begin = () => run(command, args);
    await begin(); // without a file
    await writeFile(file, '');
    await begin();
    await writeFile(file, 'enr_1');
    await expect(begin()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is for root only') });
    await chmod(file, 0);
    await begin();
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
