/**
 * Invisible characters, and those that reorder visible text: control, format and direction characters, line separators, lone
 * surrogates.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The same except line feeds, which JSON has only between its fields. */
const INVISIBLE_IN_JSON = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Outside text on one line of a page, terminal or log, with invisible characters escaped as `\u{202e}`. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same for text of several lines. */
export function escapeInvisibleInLines(text: string): string {
  return text.replace(/[^\n]+/g, (line) => escapeInvisible(line));
}

/** JSON with invisible characters escaped, for terminals. The escapes are JSON's own, so programs read the same value. */
export function jsonEscapingInvisible(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent) ?? 'null';
  return json.replace(INVISIBLE_IN_JSON, (character) => character.split('').map(escapeUnit).join(''));
}

/** JSON escapes a character beyond U+FFFF as two units. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
