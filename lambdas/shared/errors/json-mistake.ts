import { printParseErrorCode, visit } from 'jsonc-parser';
import type { JsonExpectation, JsonMistake } from '../../../copy/en/error-messages.ts';

/**
 * By the parser's names of what it found. What is no part of JSON (`InvalidSymbol`) is followed by what should have been there.
 */
const EXPECTED: Readonly<Record<string, JsonExpectation>> = {
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'closing',
  CloseBracketExpected: 'closing',
  EndOfFileExpected: 'end',
  InvalidCommentToken: 'noComment',
  UnexpectedEndOfComment: 'noComment',
  UnexpectedEndOfString: 'textEnd',
  UnexpectedEndOfNumber: 'digits',
  InvalidUnicode: 'escape',
  InvalidEscapeCharacter: 'escape',
  InvalidCharacter: 'escape',
};

/**
 * Where a text that is no JSON stops being it. The engine's own message would show what stands there, and names no place for most
 * mistakes. Undefined where nothing is found, or where the text nests so deep that the parser gives up.
 */
export function jsonMistakeIn(text: string): JsonMistake | undefined {
  const found: { name: string; line: number; column: number }[] = [];
  try {
    visit(
      text,
      {
        onError: (code, _offset, _length, line, character) =>
          found.push({ name: printParseErrorCode(code), line: line + 1, column: character + 1 }),
      },
      { disallowComments: true },
    );
  } catch {
    return undefined;
  }
  const [first, second] = found;
  if (!first) return undefined;
  const { line, column } = first;
  const expected = EXPECTED[first.name] ?? (second && EXPECTED[second.name]) ?? 'end';
  return { line, column, expected };
}
