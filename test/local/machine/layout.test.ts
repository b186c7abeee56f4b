import { styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { columns, withHangingIndent } from '../../../local/machine/layout.ts';

describe('text behind a lead', () => {
  it('continues below itself where the width ends', () => {
    const text = 'add a CNAME record with the name shop.customer.test and this value';
    expect(withHangingIndent('  0.9 s  ', text, 60).split('\n')).toEqual([
      '  0.9 s  add a CNAME record with the name shop.customer.test',
      '         and this value',
    ]);
  });

  it('fills a line to its last column and no further', () => {
    const forty = `${'a'.repeat(35)} ${'b'.repeat(4)}`;
    expect(withHangingIndent('  ', forty, 42)).toBe(`  ${forty}`);
    expect(withHangingIndent('  ', `${forty}b`, 42)).toBe(`  ${'a'.repeat(35)}\n  bbbbb`);
  });

  it('does not count the colours of the lead', () => {
    const lead = styleText('bold', 'who', { validateStream: false });
    expect(withHangingIndent(lead, `${'a'.repeat(39)} b`, 43)).toBe(`${lead}${'a'.repeat(39)}\n   b`);
  });

  it('leaves a word whole that is longer than a line', () => {
    expect(withHangingIndent('  ', 'f'.repeat(64), 20)).toBe(`  ${'f'.repeat(64)}`);
  });
});

describe('columns', () => {
  it('are as wide as their longest cell, and no line ends in blanks', () => {
    expect(
      columns([
        ['0.0 s', 'domain.created', 'ok'],
        ['10.5 s', 'order', ''],
      ]),
    ).toEqual(['0.0 s   domain.created  ok', '10.5 s  order']);
  });
});
