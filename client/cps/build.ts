import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const HERE = import.meta.dirname;

/** Bundles all dependencies into one file, and a second one that only `--mcp` loads. The package has no other dependencies. */
export async function buildCps(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [join(HERE, 'main.ts')],
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    logLevel: 'warning',
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  writeFileSync(join(out, 'LICENSES.txt'), [...packages].sort().map(licenseOf).join('\n\n'));
}

/** Bundled packages must be accompanied by their licences. */
function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'].map((one) => join(folder, one)).find(existsSync);
  return `${name} ${version} (${license})\n\n${file ? readFileSync(file, 'utf8').trim() : ''}\n`;
}

if (basename(process.argv[1] ?? '') === 'build.ts') await buildCps(join(HERE, 'dist'));
