import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OLDEST_NODE } from './bundle-agent.ts';

const PARTS = fileURLToPath(new URL('.', import.meta.url));
const LICENCE = fileURLToPath(new URL('../../LICENSE', import.meta.url));

/** Install paths of the package's files, except the agent itself. */
const PLACES = {
  'systemd/cps-agent.service': 'usr/lib/systemd/system/cps-agent.service',
  'systemd/cps-agent-enroll.service': 'usr/lib/systemd/system/cps-agent-enroll.service',
  'systemd/cps-agent-reload.path': 'usr/lib/systemd/system/cps-agent-reload.path',
  'systemd/cps-agent-reload.service': 'usr/lib/systemd/system/cps-agent-reload.service',
  'systemd/cps-agent.default': 'etc/default/cps-agent',
} as const;

export function packageName(version: string): string {
  return `cps-agent_${version}_all.deb`;
}

/**
 * Builds a Debian package of the bundled agent for every architecture and returns its path. Needs `dpkg-deb`. nFPM would not, but
 * costs a minute and a half of Go for a program of 20 MB.
 */
export async function buildDebianPackage(bundle: string, version: string, outputFolder: string): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'cps-agent-deb-'));
  try {
    await chmod(tree, 0o755);
    await layOut(tree, bundle);
    await cp(join(PARTS, 'debian'), join(tree, 'DEBIAN'), { recursive: true });
    for (const script of ['postinst', 'prerm', 'postrm']) await chmod(join(tree, 'DEBIAN', script), 0o755);
    await writeFile(join(tree, 'DEBIAN', 'control'), control(version, await kilobytesOf(join(tree, 'usr'))));
    const file = join(outputFolder, packageName(version));
    await promisify(execFile)('dpkg-deb', ['--build', '--root-owner-group', tree, file]);
    return file;
  } finally {
    await rm(tree, { recursive: true });
  }
}

async function layOut(tree: string, bundle: string): Promise<void> {
  const place = async (from: string, to: string, mode: number) => {
    await mkdir(dirname(join(tree, to)), { recursive: true });
    await copyFile(from, join(tree, to));
    await chmod(join(tree, to), mode);
  };
  // The suffix marks it as an ES module for every Node, also through the link.
  await place(bundle, 'usr/lib/cps-agent/cps-agent.mjs', 0o755);
  await mkdir(join(tree, 'usr/bin'));
  await symlink('../lib/cps-agent/cps-agent.mjs', join(tree, 'usr/bin/cps-agent'));
  for (const [part, to] of Object.entries(PLACES)) await place(join(PARTS, part), to, 0o644);
  await place(LICENCE, 'usr/share/doc/cps-agent/copyright', 0o644);
}

async function kilobytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(entries.map(async (entry) => (await stat(join(folder, entry))).size));
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

function control(version: string, installedSize: number): string {
  return `Package: cps-agent
Version: ${version}
Architecture: all
Maintainer: The operators of this certificate service <root@localhost>
Depends: nodejs (>= ${OLDEST_NODE}), adduser
Section: admin
Priority: optional
Installed-Size: ${installedSize}
Description: Keeps the certificates of this machine's web server
 Fetches certificates from a certificate provisioning service, encrypted to this
 machine, answers the CA's challenges, and has the web server reloaded.
`;
}
