import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyText } from '../../../../lambdas/shared/net/reply-text.ts';

/** Without U+FFFD: in these tests it means a character cut in half. */
const withoutReplacement = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\ufffd'));

describe('the text of a reply', () => {
  it.each([
    ['all of it', 'thank you', 9, 'thank you'],
    ['its beginning', 'thank you', 5, 'thank'],
    ['no half of a character', 'Grüße 🎉', 10, 'Grüße '],
    ['the whole of a character', 'Grüße 🎉', 12, 'Grüße 🎉'],
    ['lines and tabs', 'a\r\n\tb', 100, 'a\n\tb'],
    ['nothing that moves a cursor', '\u001b[2Ja\u0000\u0007b\u007f\u009b', 100, '[2Jab'],
    ['nothing', '', 100, ''],
  ])('is %s', (_, text, maxBytes, kept) => {
    expect(replyText(Buffer.from(text), maxBytes)).toBe(kept);
  });

  it('is never longer than it may be, whatever the bytes are, and begins as they do', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(100), (bytes, maxBytes) => {
        const text = replyText(Buffer.from(bytes), maxBytes);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect(text).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
    fc.assert(
      fc.property(withoutReplacement, fc.nat(100), (whole, maxBytes) => {
        const text = replyText(Buffer.from(whole), maxBytes);
        expect(text).not.toMatch(/\ufffd/);
      }),
    );
  });
});
