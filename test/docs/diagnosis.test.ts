import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS } from '../../lambdas/shared/contract/error-codes.ts';
import { SITUATIONS } from '../situations/situations.ts';
import { diagnosisPage } from './diagnosis-page.ts';

const FILE = new URL('../../docs/diagnosis.md', import.meta.url);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, diagnosisPage());

/** What runs the service or a part of it: here a code or reason counts as produced that a test expects. */
const PRODUCING = globSync([
  'test/e2e/**/*.test.ts',
  'test/lambdas/{dns,lifecycle,looks,scan,steps}/**/*.test.ts',
  'test/lambdas/api/**/*.test.ts',
]);
const tests = PRODUCING.map((file) => readFileSync(file, 'utf8'));
const situated = new Set(SITUATIONS.flatMap(({ code, reason }) => [code, reason]));

describe('docs/diagnosis.md', () => {
  it('docs/diagnosis.md is what the situations and the words make (npm run docs writes it)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(diagnosisPage());
  });

  it('docs/diagnosis.md has no cell that breaks its table', () => {
    const rows = diagnosisPage()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.filter((line) => line.split(' | ').length !== 5 || line.includes('undefined'))).toEqual([]);
  });
});

it.each([...DIAGNOSIS_CODES, ...DIAGNOSIS_REASONS])(
  'some case produces %s: a situation of docs/diagnosis.md, or another test',
  (word) => {
    const isExpected = situated.has(word) || tests.some((text) => new RegExp(`'${word}'|\\b${word}: \\[`).test(text));
    expect(isExpected, `no test expects ${word}: what produces it?`).toBe(true);
  },
);
