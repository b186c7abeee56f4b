import { csvText } from '../../../contract/csv-text.ts';
import type { HttpRequest, HttpResponse } from './route.ts';

const MEDIA_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;
type Format = keyof typeof MEDIA_TYPES;

/** The query's `format`; without it, the `Accept` header's type, if it is one of these. */
export function formatOf<Known extends Format>(
  { headers }: Pick<HttpRequest, 'headers'>,
  given: Known | 'json' | undefined,
  known: readonly Known[],
): Known | 'json' {
  return given ?? known.find((format) => headers.accept?.includes(MEDIA_TYPES[format])) ?? 'json';
}

/** The first row has the column names. An undefined value is an empty cell. */
export function csvAnswer(rows: readonly (readonly (string | number | boolean | undefined)[])[]): HttpResponse {
  return textAnswer('csv', csvText(rows.map((row) => row.map((cell) => String(cell ?? '')))));
}

export function jsonLinesAnswer(lines: readonly object[]): HttpResponse {
  return textAnswer('jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function textAnswer(format: Format, text: string): HttpResponse {
  return { status: 200, headers: { 'content-type': `${MEDIA_TYPES[format]}; charset=utf-8` }, text };
}
