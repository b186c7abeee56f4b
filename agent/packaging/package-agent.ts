import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { bundleAgent } from './bundle-agent.ts';
import { buildDebianPackage } from './debian-package.ts';

const OUTPUT = fileURLToPath(new URL('../../dist/agent', import.meta.url));

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const bundle = join(OUTPUT, 'cps-agent.mjs');
writeFileSync(bundle, await bundleAgent());
chmodSync(bundle, 0o755);
tell(bundle);
if (hasDpkg()) tell(await buildDebianPackage(bundle, manifest.version, OUTPUT));
else console.log('no Debian package: dpkg-deb is not on this machine');

function tell(file: string): void {
  const content = readFileSync(file);
  const size = `${(content.length / 1000).toFixed(0)} kB`;
  console.log(`${relative(process.cwd(), file)}  ${size}  sha256 ${createHash('sha256').update(content).digest('hex')}`);
}

function hasDpkg(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
