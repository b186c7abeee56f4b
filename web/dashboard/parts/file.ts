/** RFC 4180. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n]/;

/** What a spreadsheet would take for a formula is none: an apostrophe before it makes a text of it. */
export function cellOf(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Has the browser store a file. */
export function storeFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
