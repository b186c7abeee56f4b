import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SITUATIONS } from '../situations/situations.ts';
import { CASES } from './diagnosis-cases.ts';
import { diagnosisPage } from './diagnosis-page.ts';

const FILE = new URL('../../docs/reference/diagnosis.md', import.meta.url);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, diagnosisPage());

const situated = new Set(SITUATIONS.flatMap(({ code, reason }) => [code, reason]));

describe('docs/reference/diagnosis.md', () => {
  it('is what the situations and the words make (npm run docs writes it)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(diagnosisPage());
  });

  it('has no cell that breaks its table', () => {
    const rows = diagnosisPage()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.filter((line) => line.split(' | ').length !== 4 || line.includes('undefined'))).toEqual([]);
  });
});

describe('the list of what produces each code and reason of a diagnosis', () => {
  it.each(Object.entries(CASES))('is right about %s', (word, by) => {
    if (by === 'situation') return expect(situated).toContain(word);
    const lines = readFileSync(by.file, 'utf8').split('\n');
    const at = lines.findIndex((line) => ["'", '`'].some((quote) => line.includes(`${quote}${by.title}${quote}`)));
    expect(at, `${by.file} has no test "${by.title}"`).toBeGreaterThan(-1);
    expect(ofTheTest(lines, at), `"${by.title}" of ${by.file} expects no ${word}`).toMatch(
      new RegExp(`'${word}'|\\b${word}: \\[`),
    );
  });
});

/** The text of a test with its table: in the same statement, or a constant before the file's first test. */
function ofTheTest(lines: string[], title: number): string {
  const ends = (line: string) => /^( {2})?[\])}]*\);$/.test(line);
  const before = lines.slice(0, title).findLastIndex(ends);
  const after = lines.findIndex((line, at) => at > title && ends(line));
  const firstTest = lines.findIndex((line) => /^(describe|it)\b/.test(line));
  return [...lines.slice(0, firstTest), ...lines.slice(before + 1, after)].join('\n');
}
