import { describe, expect, it } from 'vitest';
import { visibleText } from '../../../web/dashboard/parts/text/visible-text.ts';

describe('a text of a stranger', () => {
  it.each([
    ['a', 512],
    ['ü', 256],
    ['語', 170],
    ['🧁', 128],
  ])('of %s is whole up to 512 bytes, and cut behind them', (character, most) => {
    expect(visibleText(character.repeat(most))).toBe(character.repeat(most));
    expect(visibleText(character.repeat(most + 1))).toBe(`${character.repeat(most)}…`);
  });
});
