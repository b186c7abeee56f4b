import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';

interface Locked {
  version: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
}

const read = (file: string) => JSON.parse(readFileSync(join(PROJECT, file), 'utf8'));
const { allowScripts, optionalDependencies } = read('package.json') as Record<string, Record<string, string | boolean>>;
const packages = read('package-lock.json').packages as Record<string, Locked>;
const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages that may run an install script, with the reason. None may. */
const REASONS: Record<string, string> = {};

describe('the pinned npm packages', () => {
  it('have a hash each, on every platform; what is bundled in another package has its hash', () => {
    const without = installed.filter(([, { integrity = '', inBundle }]) => !inBundle && !integrity.startsWith('sha512-'));
    expect(without.map(([path]) => path)).toEqual([]);
    expect(installed.length).toBeGreaterThan(500);
  });

  it('are those of every platform, wherever a package has one for each', () => {
    const locked = new Set(installed.map(([path]) => nameOf(path)));
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies: wanted = {} }]) =>
      Object.keys(wanted).flatMap((name) => (locked.has(name) ? [] : [`${name} of ${path}`])),
    );
    expect(missing).toEqual([]);
  });

  it('have Node 24 for each platform for which npm has one', () => {
    const nodes = installed.filter(([path]) => /^node-(darwin|linux|win)/.test(nameOf(path)));
    expect(nodes.map(([, { os, cpu }]) => `${os} ${cpu}`)).toEqual(['darwin x64', 'linux arm64', 'linux x64', 'win32 x64']);
    for (const [path, { version }] of nodes) {
      expect(version).toMatch(/^24\./);
      expect(optionalDependencies?.[nameOf(path)]).toBe(version);
    }
  });

  it('run no script when they are installed, but for a reason: it could fetch what no hash names', () => {
    const withScript = new Set(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path)));
    const decided = Object.fromEntries([...withScript].map((name) => [name, name in REASONS]));
    expect(allowScripts).toEqual(decided);
  });

  it('are installed by `npm start` without scripts, also by an npm that does not know which are allowed', () => {
    expect(readFileSync(join(PROJECT, 'local/bootstrap.mjs'), 'utf8')).toMatch(/'npm', \['ci', '--ignore-scripts',/);
  });
});
