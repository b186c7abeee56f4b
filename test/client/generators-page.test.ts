import { describe, expect, it } from 'vitest';
import { writePage, writtenPage } from '../generators/page.ts';

if (process.env.UPDATE_DOCS === '1') writePage(writtenPage().page);
const { page, present } = writtenPage();

describe('docs/guides/clients.md', () => {
  it('has each generator at the version that is pinned, with its command (npm run docs writes them)', () => {
    expect(present).toBe(page);
  });

  it('says of each on which day it was tried (npm run prove -- generators writes it)', () => {
    expect(present).not.toContain('| never |');
  });
});
