/** @module-tag slow */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';
import manifest from '../../../web/widget/package.json' with { type: 'json' };

const run = promisify(execFile);
const NPM_PACK_MS = 90_000;

/** What an integrator would write: it has to compile, and the proxy without `owns` has to be an error. */
const CONSUMER = `
import { createDomainProxy } from '${manifest.name}/server';
import type { CpsDomain, PublicView } from '${manifest.name}';

const options = { baseUrl: 'http://127.0.0.1:1/api', keyId: 'cps_pk_test_1', key: 'sk_test_1' };
const proxy = createDomainProxy({ ...options, owns: (_request: Request, hostname: string) => hostname === 'docs.acme.com' });
// @ts-expect-error: who may see a hostname has to be said
try { createDomainProxy(options); } catch (error) { console.log((error as Error).message); }
export const codeOf = (element: CpsDomain): string | undefined => (element.view satisfies PublicView | undefined)?.diagnosis.code;
for (const name of ['shop.acme.com', 'docs.acme.com']) console.log((await proxy(new Request('http://host.test/x/' + name))).status);
`;

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-widget-pack-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, '--workspace', 'web/widget'], {
    cwd: PROJECT,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  installed = join(folder, 'node_modules', manifest.name);
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components', '1']);
  // What it depends on, from here: no registry is asked.
  for (const name of ['lit', '@lit/react', '@types']) {
    await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}, NPM_PACK_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed widget', () => {
  it('the packed widget has all that its package.json leads to', () => {
    const { '.': element, './react': react, './server': server } = manifest.exports;
    const named = [element, react, server].flatMap(({ types, default: file }) => [types, file]);
    for (const file of [
      ...named,
      manifest.bin['check-proxy'],
      manifest.customElements,
      'LICENSE',
      'README.md',
      'dist/locales/de.js',
    ]) {
      expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
    }
  });

  it(
    'the packed proxy compiles strictly in a project of its own, and runs',
    async () => {
      await writeFile(join(folder, 'consumer.mts'), CONSUMER);
      const options = [
        '--strict',
        '--target',
        'es2024',
        '--lib',
        'es2024,dom',
        '--module',
        'nodenext',
        '--types',
        'node',
        '--skipLibCheck',
      ];
      await run(join(PROJECT, 'node_modules', '.bin', 'tsc'), ['--ignoreConfig', ...options, 'consumer.mts'], { cwd: folder });
      const { stdout } = await run(process.execPath, ['consumer.mjs'], { cwd: folder });
      expect(stdout.trim().split('\n')).toEqual(['createDomainProxy needs owns(request, hostname).', '404', '502']);
    },
    NPM_PACK_MS,
  );

  it('the packed check of proxies says how it is used', async () => {
    const { stdout } = await run(process.execPath, [join(installed, manifest.bin['check-proxy']), '--help'], { cwd: folder });
    expect(stdout).toContain('--foreign <name>');
  });
});
