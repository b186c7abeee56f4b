import { escapeInvisible, escapeInvisibleInLines, jsonEscapingInvisible } from '../../contract/invisible.ts';
import { AppError } from '../../lambdas/shared/errors/app-error.ts';
import { columns } from '../../local/machine/layout.ts';

/** A terminal would wrap a wider table and break its columns. */
const WIDEST_TABLE = 200;

/** `asLines`: prints each list element as a line of a file to paste. */
export interface Printed {
  asLines?: boolean;
}

export function formatOutput(result: Record<string, unknown>, isJson: boolean, how?: Printed): string {
  return isJson ? jsonEscapingInvisible(result) : formatText(result, how);
}

/** For people: `name: value` lines, and a table with headings for each list of objects. */
export function formatText(result: Record<string, unknown>, { asLines = false }: Printed = {}): string {
  return Object.entries(result)
    .flatMap(([name, value]) => {
      if (Array.isArray(value) && value.length === 0) return `${word(name)}: none`;
      if (!areRows(value)) return `${word(name)}: ${cell(value)}`;
      return asLines ? value.map(line) : table(value);
    })
    .join('\n');
}

/** The error's message, and the faulty fields when the service names them. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return word(String(error));
  const { errors = {} } = ((error instanceof AppError && error.details) || {}) as { errors?: Record<string, string[]> };
  const lines = Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((message) => `  ${word(field)} ${word(message)}`),
  );
  return [escapeInvisibleInLines(error.message), ...lines].join('\n');
}

type Row = Record<string, unknown>;

function areRows(value: unknown): value is Row[] {
  return Array.isArray(value) && !value.every(isPlain);
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function line(element: Row): string {
  return Object.values(element).map(word).join('  ');
}

/** A block per element when a table would be too wide. */
function table(elements: readonly Row[]): string[] {
  const names = [...new Set(elements.flatMap(Object.keys))];
  const lines = columns([names.map(word), ...elements.map((element) => names.map((at) => cell(element[at])))]);
  if (Math.max(...lines.map(({ length }) => length)) <= WIDEST_TABLE) return lines;
  return elements.flatMap((element, at) => [...(at === 0 ? [] : ['']), ...block(element)]);
}

function block(element: Row): string[] {
  const facts = Object.entries(element).filter(([, value]) => value !== undefined);
  return columns(facts.map(([name, value]) => [word(name), cell(value)]));
}

/** A dash marks an absent value: an empty cell would look like a mistake in the table. */
function cell(value: unknown): string {
  if (value === undefined) return '-';
  return Array.isArray(value) && value.every(isPlain) ? word(value.join(',') || '-') : word(value);
}

/** Names and user agents come from strangers. */
function word(value: unknown): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  return escapeInvisible(plain);
}
