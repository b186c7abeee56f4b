import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { writeClients } from '../generator/write-clients.ts';

const HERE = import.meta.dirname;
const PROJECT = join(HERE, '..', '..');
const ENTRIES = ['create-client.ts', 'verify-webhook.ts', 'refuse-browsers.ts'].map((file) => join(HERE, file));
/** The large types file, which is the same for both module systems. */
const GENERATED = 'api-types.d.ts';

/** Builds the package in `out`: ES modules with types, CommonJS in `cjs/`, and the OpenAPI document. */
export async function buildClient(out: string): Promise<void> {
  const common: BuildOptions = { bundle: true, packages: 'external', platform: 'node', target: 'node20', charset: 'utf8' };
  const commonJs = join(out, 'cjs');
  await writeClients(['typescript']);
  rmSync(out, { recursive: true, force: true });
  await build({ ...common, format: 'esm', entryPoints: ENTRIES, outdir: out });
  await build({ ...common, format: 'cjs', entryPoints: ENTRIES, outdir: commonJs });
  const compiler = join(PROJECT, 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', HERE, '--emitDeclarationOnly', '--outDir', out], { stdio: 'inherit' });
  for (const file of readdirSync(out)) {
    if (file.endsWith('.d.ts') && file !== GENERATED) copyFileSync(join(out, file), join(commonJs, file));
  }
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
  writeFileSync(
    join(commonJs, GENERATED),
    `export type * from '../${GENERATED.replace('.d.ts', '.js')}' with { 'resolution-mode': 'import' };\n`,
  );
  cpSync(join(PROJECT, 'docs', 'openapi.json'), join(out, 'openapi.json'));
}

if (basename(process.argv[1] ?? '') === 'build.ts') await buildClient(join(HERE, 'dist'));
