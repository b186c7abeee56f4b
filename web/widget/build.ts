import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import manifest from './package.json' with { type: 'json' };

const HERE = import.meta.dirname;
const from = (file: string) => join(HERE, file);
const LOCALES = globSync('locales/*.ts', { cwd: HERE }).filter((file) => !file.endsWith('add-locale.ts'));

const common: BuildOptions = {
  bundle: true,
  format: 'esm',
  target: 'es2024',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
};

/** Separate files: the element, which a page loads once, and sentences, loaded on demand. */
const beside: Plugin = {
  name: 'files-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(cps-domain|[\w-]+-(words|sayings))\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace('.ts', '.js'), external: true },
    );
  },
};
/** Internal fields, which the minifier may shorten. */
const INNER =
  /^_\$|^(is(Busy|Stalled|Compact|Check|Main|Added|Copied|MoreOpen)|mayCheck|announced|announceCheck|retryAfter|underWaySince|takeOver|endAll|askSoon|toggled|copiedId|differs|failure|timers|announce|tell|template|cards)$/;
const minified: BuildOptions = { ...common, minify: true, plugins: [beside] };

/** Builds in `out` the package, and the script files for pages without a bundler. */
export async function buildWidget(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await build({ ...common, entryPoints: [from('cps-domain.ts')], outdir: out });
  await build({ ...common, entryPoints: LOCALES.map(from), plugins: [beside], outdir: join(out, 'locales') });
  const react = { entryPoints: [from('react.ts')], external: ['react', '@lit/react'], plugins: [beside] };
  await build({ ...common, ...react, outdir: out });
  const node: BuildOptions = { ...common, platform: 'node' };
  await build({ ...node, entryPoints: [from('server/create-domain-proxy.ts')], outfile: join(out, 'server.js') });
  const banner = { js: '#!/usr/bin/env node' };
  await build({ ...node, entryPoints: [from('server/check-proxy.ts')], outfile: join(out, 'check-proxy.js'), banner });
  await buildScripts(join(out, 'script', manifest.version));
}

/** Each with its `integrity` hash. The address contains the version, so its content never changes. */
async function buildScripts(out: string): Promise<void> {
  await build({ ...minified, mangleProps: INNER, entryPoints: [from('cps-domain.ts')], outdir: out });
  await build({ ...minified, entryPoints: LOCALES.map(from), outdir: join(out, 'locales') });
  const files = globSync('**/*.js', { cwd: out }).sort();
  const integrity = Object.fromEntries(files.map((file) => [file, integrityOf(join(out, file))]));
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
  };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'files.json'), `${JSON.stringify({ version: manifest.version, integrity, headers }, null, 2)}\n`);
}

function integrityOf(file: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
}

const [, program = '', what, folder] = process.argv;
if (basename(program) === 'build.ts' && what === '--scripts' && folder !== undefined) await buildScripts(folder);
else if (basename(program) === 'build.ts') {
  const out = from('dist');
  await buildWidget(out);
  const compiler = join(HERE, '..', '..', 'node_modules', '.bin', 'tsc');
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', '../..', '--outDir', 'dist/types'];
  execFileSync(compiler, ['-p', HERE, ...types], { cwd: HERE, stdio: 'inherit' });
}
