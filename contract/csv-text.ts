/** RFC 4180 text of these rows. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(escapeCsvCell).join(',')}\r\n`).join('');
}

/** https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[=+\-@\t\r\n]/;

/** Prefixes an apostrophe to text that a spreadsheet would run as a formula. */
export function escapeCsvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
