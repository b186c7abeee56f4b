import { stripVTControlCharacters } from 'node:util';

/** Below this width, indented text is harder to read than the terminal's own line breaks. */
const NARROWEST = 40;

/** `text` after `lead`, wrapped between words at `width`. Further lines are indented to the start of the text. */
export function withHangingIndent(lead: string, text: string, width: number): string {
  const indent = stripVTControlCharacters(lead).length;
  return lead + wrap(text, Math.max(width - indent, NARROWEST)).join(`\n${' '.repeat(indent)}`);
}

/** Aligned columns, each as wide as its longest cell. */
export function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Never breaks a word longer than a line (a fingerprint, a DNS name), because people copy it. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
