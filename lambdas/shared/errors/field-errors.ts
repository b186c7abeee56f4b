import type * as z from 'zod/mini';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';

/** zod's issues by field path, in JavaScript notation: `url`, `metadata.plan`, `domains[0].url`. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const issue of issues) {
    for (const path of pathsOf(issue)) errors.set(path, [...(errors.get(path) ?? []), messageOf(issue)]);
  }
  return Object.fromEntries(errors);
}

/** An unknown field is reported under its own name, not under its parent's. */
function pathsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => pathText([...issue.path, key]));
  return [pathText(issue.path)];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return FIELD_PROBLEMS.unknownField;
  if (issue.code === 'invalid_key') return issue.issues.map(messageOf).join('; ');
  if (issue.code === 'invalid_type' && issue.input === undefined) return FIELD_PROBLEMS.required;
  if (issue.code === 'invalid_type' && issue.expected === 'never') return issue.message;
  if (issue.code === 'invalid_type') return `must be ${withArticle(issue.expected)}${inQuotes(issue)}`;
  return issue.message;
}

/** zod calls every number `number`; the API has only integers. */
const EXPECTED: Record<string, string> = {
  number: 'an integer',
  int: 'an integer',
  boolean: 'a boolean',
  string: 'a string',
  object: 'an object',
  record: 'an object',
  array: 'an array',
};

const NEVER_IN_QUOTES = ['an integer', 'a boolean'];

/** A number or boolean that was sent as text: nothing is converted. */
function inQuotes({ expected, input }: z.core.$ZodIssueInvalidType): string {
  return typeof input === 'string' && NEVER_IN_QUOTES.includes(withArticle(expected)) ? ', without quotes' : '';
}

function withArticle(expected: string): string {
  return EXPECTED[expected] ?? expected;
}
