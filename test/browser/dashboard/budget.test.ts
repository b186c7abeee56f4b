import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtDashboard } from '../../../local/machine/built-pages.ts';

/** Vite's manifest: static imports, and dynamic ones. */
interface Entry {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

let folder: string;
let manifest: Record<string, Entry>;
beforeAll(async () => {
  folder = await builtDashboard();
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
});

/** A file with all its static imports. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const each of manifest[name]?.imports ?? []) closure(each, found);
  return found;
}

function kilobytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000;
}

/** The entry script, and the code of all pages, which it imports at once. */
function firstRoute(): Set<string> {
  const first = closure('index.html');
  for (const each of manifest['index.html']?.dynamicImports ?? []) if (manifest[each]?.name === 'app') closure(each, first);
  return first;
}

/** Adds the files that are preloaded a moment later (shell.tsx). */
function atRest(): Set<string> {
  const rest = firstRoute();
  for (const name of ['palette', 'account-menu', 'keys-dialog']) closure(`shell/${name}.tsx`, rest);
  return rest;
}

const scripts = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name]?.file ?? []);
const styles = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name]?.css ?? []);

describe('the bytes of the dashboard, compressed with gzip', () => {
  it('its first route takes at most 128 kB of script and 15 kB of style sheet', () => {
    const first = firstRoute();
    const [script, style] = [kilobytes(scripts(first)), kilobytes(new Set(styles(first)))];
    console.log(`first route: ${script.toFixed(1)} kB of script, ${style.toFixed(1)} kB of style sheet`);
    expect(script).toBeLessThanOrEqual(128);
    expect(style).toBeLessThanOrEqual(15);
  });

  it('with what it reads once it is shown, menus, dialogs and palette, it stays within 220 kB of script', () => {
    const script = kilobytes(scripts(atRest()));
    console.log(`first route at rest: ${script.toFixed(1)} kB of script`);
    expect(script).toBeLessThanOrEqual(220);
  });

  it('each further route adds at most 40 kB of script', () => {
    const first = atRest();
    // Files that a route imports dynamically count as routes, too.
    const routes = Object.keys(manifest).filter(
      (name) => !first.has(name) && Object.values(manifest).some((each) => each.dynamicImports?.includes(name)),
    );
    expect(routes.length).toBeGreaterThan(2);
    const added = routes.map((route) => ({
      route,
      script: kilobytes(scripts([...closure(route)].filter((name) => !first.has(name)))),
    }));
    for (const { route, script } of added) console.log(`${route}: ${script.toFixed(1)} kB`);
    expect(added.filter(({ script }) => script > 40)).toEqual([]);
  });

  it('its first route is five files of script, each of which the page itself names or its first script', () => {
    const files = scripts(firstRoute());
    expect(files).toHaveLength(5);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const named = read('index.html') + read(manifest['index.html']?.file ?? '');
    expect(files.filter((file) => !named.includes(file))).toEqual([]);
    // The largest files are preloaded at once, but with a lower priority than the style sheet and the API's answers.
    for (const name of ['react', 'libraries', 'app'])
      expect(read('index.html')).toMatch(
        new RegExp(`<link rel="modulepreload" fetchpriority="low"[^>]* href="/dashboard/assets/${name}-[^"]+\\.js">`),
      );
  });

  it('what changes with each release of ours is at most a quarter of its first route', () => {
    const ours = kilobytes(scripts(firstRoute()).filter((file) => !/assets\/(react|libraries)-/.test(file)));
    console.log(`first route without libraries: ${ours.toFixed(1)} kB of script`);
    expect(ours).toBeLessThanOrEqual(kilobytes(scripts(firstRoute())) / 4);
  });

  it('Chromium compiles all of it while it arrives, by the first line of each large file', () => {
    const large = scripts(firstRoute()).filter((file) => readFileSync(join(folder, file)).length > 20_000);
    const lines = large.map((file) => readFileSync(join(folder, file), 'utf8').split('\n', 1)[0]);
    expect(lines).toEqual(large.map(() => '//# allFunctionsCalledOnLoad'));
    expect(large).toHaveLength(3);
  });

  it('no menu or dialog is in its first route', () => {
    const code = scripts(firstRoute()).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(code.join('\n')).not.toContain('react-aria-Menu');
  });

  it('an account without a domain adds at most 13 kB of script to it, and nothing of React Aria', () => {
    const first = firstRoute();
    const added = scripts([...closure('overview/first-steps.tsx')].filter((name) => !first.has(name)));
    console.log(`first steps: ${kilobytes(added).toFixed(1)} kB of script`);
    expect(kilobytes(added)).toBeLessThanOrEqual(13);
    expect(added.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')).not.toContain('react-aria');
  });

  it('of the languages of its controls, only the English words are in it', () => {
    const all = Object.values(manifest)
      .map(({ file }) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    // German and Japanese strings of React Aria.
    expect(all).not.toMatch(/Schließen|閉じる|Verwerfen/);
  });

  it('its page runs no script of its own and takes nothing from another host', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|https?:/);
  });

  it('its page may be found, which has nothing of an account, and says what it is', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).not.toContain('noindex');
    expect(page).toMatch(/<meta name="description" content="[^"]{50,160}">/);
  });
});
