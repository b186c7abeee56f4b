import { escapeInvisible } from '../../../contract/invisible.ts';

/** Safe text for the terminal: names, evidence and metadata come from strangers. */
export function toSafeText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return escapeInvisible(text);
}

export function table(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => toSafeText(cell === undefined || cell === '' ? '-' : String(cell))));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `name  value` lines, without absent values. */
export function factLines(entries: readonly (readonly [string, string | number | undefined])[]): string {
  return table(entries.filter(([, value]) => value !== undefined && value !== ''));
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `45 s`, `12 min`, `3 h`. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}
