import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIFECYCLE_STEPS } from '../../../contract/stack/steps.ts';
import { lifecyclePage } from './lifecycle-page.ts';

const FILE = new URL('../../../docs/internals/lifecycle.md', import.meta.url);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, lifecyclePage());

it('docs/internals/lifecycle.md is what the table of steps makes (npm run docs writes it)', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(lifecyclePage());
});

it('docs/internals/lifecycle.md names every step, and has no cell that breaks its table', () => {
  const page = lifecyclePage();
  expect(Object.keys(LIFECYCLE_STEPS).filter((step) => !page.includes(`\`${step}\``))).toEqual([]);
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.filter((line) => line.split(' | ').length !== 6 || line.includes('undefined'))).toEqual([]);
});
