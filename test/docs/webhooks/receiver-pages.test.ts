import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../../client/typescript/package.json' with { type: 'json' };
import { mavenPom, requirementsFile } from '../../../local/machine/pins.ts';
import { RECEIVERS_PAGE } from '../snippets/snippets.ts';

const read = (name: string) => readFileSync(new URL(name, RECEIVERS_PAGE), 'utf8');
const pinned = (name: string) => readFileSync(new URL(`../../receivers/${name}`, import.meta.url), 'utf8');
const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());
const rows = read('README.md')
  .split('\n')
  .flatMap((line) => (/^\| \[/.test(line) ? [cellsOf(line)] : []));
const pages = rows.map(([, language = '']) => /\]\((.*)\)/.exec(language)?.[1] ?? '');

describe('the pages of receivers', () => {
  it('are in the table, each of them', () => {
    const written = readdirSync(RECEIVERS_PAGE.pathname.replace(/README.md$/, ''));
    expect([...pages, 'README.md'].toSorted()).toEqual(written.toSorted());
  });

  it('print the programs under the names in the table', () => {
    for (const [index, [, , , saved = '']] of rows.entries()) {
      const printed = [...read(pages[index] ?? '').matchAll(/<!-- snippet: (\S+) -->/g)].map(([, name]) => `\`${name}\``);
      expect(saved).toBe(printed.join(', '));
    }
  });

  it('have fewer than 250 lines', () => {
    for (const page of [...pages, 'README.md', '../guides/webhooks.md', '../guides/webhook-failures.md']) {
      expect(read(page).split('\n').length).toBeLessThan(250);
    }
  });

  it('name the versions of libraries with which the programs are tried', () => {
    const table = read('README.md');
    const tried = [
      [/^standardwebhooks==([\d.]+)/m, readFileSync(requirementsFile('examples'), 'utf8'), '`standardwebhooks` of PyPI, '],
      [/libraries v([\d.]+)$/m, pinned('go/go.mod'), 'the module of Standard Webhooks, '],
      [/<artifactId>standardwebhooks<.*\s+<version>([\d.]+)/, readFileSync(mavenPom('receiver'), 'utf8'), 'standardwebhooks`, '],
      [/name = "standardwebhooks"\nversion = "([\d.]+)"/, pinned('rust/Cargo.lock'), 'the crate `standardwebhooks`, '],
    ] as const;
    for (const [pattern, pins, named] of tried) expect(table).toContain(`${named}${pattern.exec(pins)?.[1]} |`);
    const [, java] = /standardwebhooks<.*\s+<version>([\d.]+)/.exec(read('java.md')) ?? [];
    expect(table).toContain(`\`com.standardwebhooks:standardwebhooks\`, ${java} |`);
  });

  it('have our package by the name that npm pack gives it', () => {
    for (const page of ['../../client/typescript/README.md', '../guides/program-typescript.md']) {
      expect(read(page)).toContain(`npm install ./vendor/${manifest.name}-*.tgz`);
    }
  });
});
