import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { STORY_NAMES } from '../../../contract/test-mode.ts';
import { testModePage } from './test-mode-page.ts';

const FILE = new URL('../../../docs/guides/test-mode.md', import.meta.url);
const made = await testModePage();
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);

it('docs/guides/test-mode.md is what the magic names come to (npm run docs writes it)', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(made);
});

it('docs/guides/test-mode.md lists every magic name, and has no cell that breaks its table', () => {
  const rows = made.split('\n').filter((line) => line.startsWith('|'));
  expect(STORY_NAMES.filter((name) => !rows.some((line) => line.startsWith(`| \`${name}\` |`)))).toEqual([]);
  const tables = made.split('\n\n').filter((block) => block.startsWith('|'));
  const cellsOf = (line: string) => line.split(' | ').length;
  for (const table of tables.map((block) => block.trimEnd().split('\n')))
    expect(table.filter((line) => cellsOf(line) !== cellsOf(table[0] ?? '') || line.includes('undefined'))).toEqual([]);
});
