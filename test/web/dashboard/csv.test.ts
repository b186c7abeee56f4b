import { describe, expect, it } from 'vitest';
import { escapeCsvCell } from '../../../contract/csv-text.ts';
import { csvOf } from '../../../web/dashboard/domains/csv.ts';
import { aDomain } from '../../browser/dashboard/played/played-account.ts';

type Domain = Parameters<typeof csvOf>[0][number];
const domain = (change: Record<string, unknown>) => ({ ...aDomain(1, 'shop.hooli.test'), ...change }) as unknown as Domain;

describe('an export of domains', () => {
  it('is RFC 4180 with a mark of its encoding, and has the same columns whatever a domain has', () => {
    const text = csvOf([domain({ metadata: { a: '1', b: 'x"y' } }), domain({ id: 2 })]);
    expect(text.startsWith('\u{feff}id,hostname,hostname_unicode,verdict,')).toBe(true);
    const lines = text.slice(0, -2).split('\r\n');
    expect([lines.length, text.endsWith('\r\n')]).toEqual([3, true]);
    expect(lines[1]).toContain('"{""a"":""1"",""b"":""x\\""y""}"');
    expect(lines[2]?.split(',')).toHaveLength(lines[0]?.split(',').length ?? 0);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('no cell is a formula: %j', (text) => {
    expect(escapeCsvCell(text).replace(/^"/, '')).toBe(`'${text}${text.includes('\r') ? '"' : ''}`);
  });

  it.each([
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('a cell is quoted only where that is needed: %j', (text, cell) => {
    expect(escapeCsvCell(text)).toBe(cell);
  });
});
