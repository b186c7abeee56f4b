import { stripVTControlCharacters } from 'node:util';

/** Narrower than this, indented text is harder to read than text that the terminal breaks by itself. */
const NARROWEST = 40;

/** `text` behind `lead`, broken between words before `width`; further lines begin under the first one's text. */
export function withHangingIndent(lead: string, text: string, width: number): string {
  const indent = stripVTControlCharacters(lead).length;
  return lead + wrap(text, Math.max(width - indent, NARROWEST)).join(`\n${' '.repeat(indent)}`);
}

/** Rows as lines, each cell as wide as the longest of its column. */
export function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A word longer than a line (a fingerprint, a DNS name) stays whole: it is there to be copied. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
