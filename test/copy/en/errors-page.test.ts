import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorsPage } from '../../../copy/en/errors-page.ts';

const FILE = new URL('../../../docs/reference/errors.md', import.meta.url);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, errorsPage());

describe('docs/reference/errors.md', () => {
  it('is what the codes and their words make (npm run docs writes it)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(errorsPage());
  });

  it('has no cell that breaks its table', () => {
    const rows = errorsPage()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.every((row) => row.endsWith('|') && !row.includes('undefined'))).toBe(true);
  });
});
