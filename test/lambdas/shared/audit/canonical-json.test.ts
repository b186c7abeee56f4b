import { describe, expect, it } from 'vitest';
import { canonicalJson, hashOf } from '../../../../lambdas/shared/audit/seal.ts';

describe('the text by which an entry is hashed', () => {
  it('has names in their order, at each depth, however they came', () => {
    const one = { b: 1, a: { d: [true, null, { f: 'x', e: 0.1 }], c: 'ü"\n' } };
    const other = { a: { c: 'ü"\n', d: [true, null, { e: 0.1, f: 'x' }] }, b: 1 };
    expect(canonicalJson(one)).toBe('{"a":{"c":"ü\\"\\n","d":[true,null,{"e":0.1,"f":"x"}]},"b":1}');
    expect(hashOf(other)).toBe(hashOf(one));
  });

  it('does not mistake names that have a comma for others that were met before', () => {
    expect(canonicalJson({ a: 1, 'b,c': 2 })).toBe('{"a":1,"b,c":2}');
    expect(canonicalJson({ 'a,b': 1, c: 2 })).toBe('{"a,b":1,"c":2}');
    expect(canonicalJson({ c: 2, 'a,b': 1 })).toBe('{"a,b":1,"c":2}');
  });
});
