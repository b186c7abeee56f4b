import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';
import manifest from '../../../web/widget/package.json' with { type: 'json' };

const run = promisify(execFile);
const NPM_PACK_MS = 90_000;

/** An integrator's program: it has to compile, and a proxy without `owns` has to be an error. */
const CONSUMER = `
import { createDomainProxy } from '${manifest.name}/server';
import type { CpsDomain, PublicView } from '${manifest.name}';
import '${manifest.name}/locales/de.js';

const options = { baseUrl: 'http://127.0.0.1:1/api', apiKeyId: 'cps_pk_test_1', apiKey: 'sk_test_1' };
const proxy = createDomainProxy({ ...options, owns: (_request: Request, hostname: string) => hostname === 'docs.acme.com' });
// @ts-expect-error: who may see a hostname has to be said
try { createDomainProxy(options); } catch (error) { console.log((error as Error).message); }
export const codeOf = (element: CpsDomain): string | undefined => (element.view satisfies PublicView | undefined)?.diagnosis.code;
for (const name of ['shop.acme.com', 'docs.acme.com']) console.log((await proxy(new Request('http://host.test/x/' + name))).status);
`;

/** An integrator's React page: the element's attributes compile, and nothing else does. */
const REACT_CONSUMER = `
import { createElement } from 'react';
import { CpsDomain } from '${manifest.name}/react';

export const whole = createElement(CpsDomain, {
  hostname: 'docs.acme.com',
  proxy: '/proxy',
  locale: 'de',
  brand: 'Acme',
  theme: 'dark',
  poll: 'off',
  compact: true,
  labels: { checkNow: 'Look again' },
  fetcher: fetch,
  onStatus: ({ detail }) => detail.diagnosis.code satisfies string,
  onActive: ({ detail }) => detail.url satisfies string,
  onCopy: ({ detail }) => detail.field satisfies string,
  onError: ({ detail }) => detail.status satisfies number,
});
export const notYetKnown = createElement(CpsDomain, { hostname: undefined, brand: undefined });
// @ts-expect-error: there is no such theme
export const wrong = createElement(CpsDomain, { theme: 'pink' });
`;

const LANGUAGES = ['de', 'es', 'fr', 'ja', 'pt-BR'];
const DOCUMENTED = [readFileSync(join(PROJECT, 'docs/guides/widget.md'), 'utf8')];

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
  // The peer dependencies, from here: no registry is used.
  for (const name of ['@lit/react', 'react', '@types']) {
    await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
    await symlink(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}, NPM_PACK_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed widget', () => {
  it('what docs/guides/widget.md imports of the package is there, and can be imported where there is no page, too', async () => {
    const imports = new Set(DOCUMENTED.flatMap((text) => text.match(/(?<=')certificate-provisioning-widget[^']*(?=')/g) ?? []));
    expect([...imports].map((name) => name.slice(manifest.name.length)).sort()).toEqual([
      ...['/locales/de.js', '/react', `/script/${manifest.version}/files.json`, '/server'],
    ]);
    const programs = ['', '/react', '/server', ...LANGUAGES.map((tag) => `/locales/${tag}.js`)].map(
      (name) => manifest.name + name,
    );
    const program = `for (const name of ${JSON.stringify(programs)}) await import(name);
      import.meta.resolve('${manifest.name}/script/${manifest.version}/files.json');`;
    await writeFile(join(folder, 'imports.mjs'), program);
    await run(process.execPath, ['imports.mjs'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['-e', `import('${manifest.name}/react').then(console.log)`], { cwd: folder });
    expect(stdout).toContain('CpsDomain');
  });

  it('imports the element for React without a second copy of it', async () => {
    expect(await readFile(join(installed, 'dist/react.js'), 'utf8')).toMatch(/from "\.\/cps-domain\.js"/);
  });

  it('has every file that its package.json names', () => {
    const { '.': element, './react': react, './server': server } = manifest.exports;
    const named = [element, react, server].flatMap(({ types, default: file }) => [types, file]);
    for (const file of [
      ...named,
      manifest.bin['cps-check-proxy'],
      manifest.customElements,
      'LICENSE',
      'README.md',
      'dist/locales/de.js',
    ]) {
      expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
    }
  });

  it(
    'has a proxy that compiles strictly in a project of its own, and runs',
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
        '--noUncheckedSideEffectImports',
      ];
      await run(join(PROJECT, 'node_modules', '.bin', 'tsc'), ['--ignoreConfig', ...options, 'consumer.mts'], { cwd: folder });
      const { stdout } = await run(process.execPath, ['consumer.mjs'], { cwd: folder });
      expect(stdout.trim().split('\n')).toEqual(['createDomainProxy needs owns(request, hostname).', '404', '502']);
    },
    NPM_PACK_MS,
  );

  it(
    'compiles strictly for React, with everything that a page can say to the element',
    async () => {
      await writeFile(join(folder, 'page.mts'), REACT_CONSUMER);
      const options = ['--strict', '--target', 'es2024', '--lib', 'es2024,dom', '--module', 'nodenext', '--types', 'node'];
      const { stdout } = await run(
        join(PROJECT, 'node_modules', '.bin', 'tsc'),
        ['--ignoreConfig', ...options, '--skipLibCheck', '--noEmit', 'page.mts'],
        { cwd: folder },
      ).catch((failed: { stdout: string }) => failed);
      expect(stdout).toBe('');
    },
    NPM_PACK_MS,
  );

  it('has a check of proxies that says how it is used', async () => {
    const { stdout } = await run(process.execPath, [join(installed, manifest.bin['cps-check-proxy']), '--help'], { cwd: folder });
    expect(stdout).toContain('--foreign <name>');
  });
});
