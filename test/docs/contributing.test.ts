import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLOSSARY } from '../rules/glossary.ts';

const ROOT = new URL('../../', import.meta.url);
const FILE = new URL('CONTRIBUTING.md', ROOT);
const TABLE = /(?<=^## Words\n(?:(?!## ).*\n)*?\| Word \| Is \|\n\|---\|---\|\n)(?:\|.*\n)+/m;

const made = readFileSync(FILE, 'utf8').replace(TABLE, () =>
  GLOSSARY.map(({ word, meaning }) => `| ${word} | ${meaning} |\n`).join(''),
);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);
const page = readFileSync(FILE, 'utf8');
const words = GLOSSARY.map(({ word }) => word);

function foldersOf(path: string): string[] {
  return readdirSync(new URL(path, ROOT), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

describe('CONTRIBUTING.md', () => {
  it('has a row of its layout for every folder of lambdas/', () => {
    for (const folder of foldersOf('lambdas')) expect(page).toContain(`| \`lambdas/${folder}/\` |`);
    for (const rows of foldersOf('lambdas/model')) expect(page).toContain(`\`${rows}/\``);
  });

  it('has the words of test/rules/glossary.ts in its table (npm run docs writes it)', () => {
    expect(TABLE.test(page)).toBe(true);
    expect(page).toBe(made);
  });

  it('has at most 150 lines', () => {
    expect(page.split('\n').length - 1).toBeLessThanOrEqual(150);
  });

  it('has a glossary of at most ten words, in the order of the alphabet', () => {
    expect(words.length).toBeGreaterThan(5);
    expect(words.length).toBeLessThanOrEqual(10);
    expect(words).toEqual(words.toSorted());
  });

  it('explains only words that the code uses', () => {
    const files = readdirSync(new URL('lambdas', ROOT), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const code = files.map((name) => readFileSync(new URL(`lambdas/${name}`, ROOT), 'utf8')).join('\n');
    // A word may be used in a comment, or in a name: circuitBreaker, circuit-breaker.
    const isUsed = (word: string) => new RegExp(word.replace(' ', '[ -]?'), 'i').test(code);
    expect(words.filter((word) => !isUsed(word))).toEqual([]);
  });
});
