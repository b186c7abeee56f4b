import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** Scripts that run other programs by name, and list them in their help. */
const OF_NAMES = {
  test: 'local/test.ts',
  check: 'test/rules/check.ts',
  prove: 'test/prove/prove.ts',
  build: 'local/build.ts',
  write: 'local/write.ts',
};
const help = (program: string) => execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
const namesOf = (text: string) => [...text.matchAll(/^ {2}([\w-]+) {2}/gm)].map(([, name = '']) => name);
const known = Object.fromEntries(Object.entries(OF_NAMES).map(([script, program]) => [script, namesOf(help(program))]));

const FILES = globSync('{*.md,{agent,bin,client,docs,lib,local,stages,test,web}/**/*.{md,ts,tsx,json,in}}').filter(
  (file) => !/node_modules|\/dist\//.test(file),
);
const text = FILES.map((file) => readFileSync(file, 'utf8')).join('\n');

describe('the scripts of package.json', () => {
  it('are few enough to be read at once', () => {
    expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(25);
  });

  it('are what pages and programs name', () => {
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, script = '']) => script);
    const ofNpm = ['prepack'];
    expect(named.length).toBeGreaterThan(100);
    expect([...Object.keys(manifest.scripts), ...ofNpm]).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it.each(Object.keys(OF_NAMES))('run by name what pages and programs name: npm run %s', (script) => {
    const call = new RegExp(`npm (?:run (?:--silent )?)?${script} -- ([a-z][\\w-]*)`, 'g');
    const named = [...text.matchAll(call)].map(([, name = '']) => name);
    expect(known[script]?.length).toBeGreaterThan(3);
    expect(known[script]).toEqual(expect.arrayContaining([...new Set(named)]));
  });
});
