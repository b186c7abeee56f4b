import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DIFFERENCES } from '../engine/differences.ts';
import { differencesPage } from '../engine/differences-page.ts';

const FILE = 'docs/internals/table-engines.md';
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, differencesPage());

it('docs/internals/table-engines.md tells of every difference between the engines (npm run docs writes it)', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(differencesPage());
});

it('every difference between the engines that is told of is a case on both', () => {
  const cases = globSync('test/engine/*.test.ts').map((file) => readFileSync(file, 'utf8'));
  for (const title of Object.keys(DIFFERENCES)) {
    expect(cases.filter((text) => text.includes(`apart('${title}'`) || text.includes(`apart(\n  '${title}'`))).toHaveLength(1);
  }
});
