import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DIAGNOSIS_CODES,
  DIAGNOSIS_REASONS,
  DOMAIN_ERROR_CODES,
  HTTP_ERROR_STATUS,
} from '../../../../../lambdas/shared/contract/codes.ts';
import { errorsPage } from '../../../../../lambdas/shared/contract/copy/errors-page.ts';

const FILE = new URL('../../../../../docs/errors.md', import.meta.url);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, errorsPage());

describe('docs/errors.md', () => {
  it('is what the codes and their words make (UPDATE_DOCS=1 writes it)', () => {
    expect(readFileSync(FILE, 'utf8')).toBe(errorsPage());
  });

  it.each([...Object.keys(HTTP_ERROR_STATUS), ...DOMAIN_ERROR_CODES, ...DIAGNOSIS_CODES, ...DIAGNOSIS_REASONS])(
    'explains %s',
    (code) => {
      expect(errorsPage()).toMatch(new RegExp(`^\\|.*\`${code}\` \\|.*$`, 'm'));
    },
  );

  it('has no cell that breaks its table', () => {
    const rows = errorsPage()
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.every((row) => row.endsWith('|') && !row.includes('undefined'))).toBe(true);
  });
});
