/** What is not seen, or turns what is seen around: control, format and direction characters, line separators, halves of pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The same without line feeds, which JSON has between its fields only. */
const INVISIBLE_IN_JSON = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A stranger's text for one line of a page, terminal or log: what is not seen is written out, as `\u{202e}`. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same for text that may have several lines. */
export function escapeInvisibleInLines(text: string): string {
  return text.replace(/[^\n]+/g, (line) => escapeInvisible(line));
}

/** JSON that people may read in a terminal. Programs read the same value: these are JSON's own escapes. */
export function jsonEscapingInvisible(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent) ?? 'null';
  return json.replace(INVISIBLE_IN_JSON, (character) => character.split('').map(escapeUnit).join(''));
}

/** Characters beyond U+FFFF are two units in JSON. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
