import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeInvisible, escapeInvisibleInLines, jsonEscapingInvisible } from '../../contract/invisible.ts';

const anyText = fc.string({ unit: 'binary' });
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const DIRECTIONS = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2069'];

describe('a stranger’s text', () => {
  it.each(DIRECTIONS)('has the direction mark %j written out', (mark) => {
    expect(escapeInvisible(`a${mark}b`)).toBe(`a\\u{${mark.charCodeAt(0).toString(16)}}b`);
  });

  it('has nothing in it that is not seen, whatever it was', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(escapeInvisible(text)).not.toMatch(INVISIBLE);
      }),
    );
  });

  it('is left as it is where all of it is seen', () => {
    for (const text of ['Bücher & Söhne', '日本語', 'שלום', '🧁']) expect(escapeInvisible(text)).toBe(text);
  });

  it('keeps its lines where it may have several', () => {
    expect(escapeInvisibleInLines('a\u202e\n\nb\r\n')).toBe('a\\u{202e}\n\nb\\u{d}\n');
  });
});

describe('JSON for a terminal', () => {
  it('is the same value for a program, and has nothing in it that is not seen', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anyText, (value, text) => {
        for (const indent of [undefined, 2]) {
          const json = jsonEscapingInvisible({ value, [text]: text }, indent);
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, [text]: text })));
          expect(json.replaceAll('\n', '')).not.toMatch(INVISIBLE);
        }
      }),
    );
  });
});
